import { listOutbox, shownCount } from "#core/commands/outboxCommands.ts"
import { mailStateText } from "#core/mail/mailWords.ts"
import { callVerb } from "#cli/commands/Verb.ts"
import { shownNewest } from "#cli/output/shown.ts"

export const verb = callVerb(listOutbox, (found, { count = shownCount }) =>
  shownNewest(
    "messages",
    found.data,
    [
      { heading: "Mail", text: (mail) => String(mail.mailID) },
      { heading: "When", text: (mail) => mail.createdOn },
      { heading: "To", text: (mail) => mail.to },
      { heading: "Subject", text: (mail) => mail.subject },
      { heading: "State", text: mailStateText }
    ],
    count
  )
)
