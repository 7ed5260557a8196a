import { showMail } from "#core/commands/outboxCommands.ts"
import { mailStateText } from "#core/mail/mailWords.ts"
import { callVerb } from "#cli/commands/Verb.ts"
import { shownRecord } from "#cli/output/shown.ts"
import { timeText } from "#cli/output/timeText.ts"

export const verb = callVerb(showMail, (answer) =>
  shownRecord(answer.data, [
    { heading: "To", text: (mail) => mail.to },
    { heading: "Subject", text: (mail) => mail.subject },
    { heading: "When", text: (mail) => timeText(mail.createdOn) },
    { heading: "State", text: mailStateText },
    { heading: "Attachment", text: (mail) => mail.attachment ?? "none" },
    { heading: "Text", text: (mail) => mail.body ?? "not kept after it was sent" }
  ])
)
