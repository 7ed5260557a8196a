import { mostNewest } from "#core/base/paging.ts"
import { listOutbox } from "#core/commands/outboxCommands.ts"
import { mailStateText } from "#core/mail/mailWords.ts"
import { listVerb } from "#cli/commands/listVerb.ts"
import { timeText } from "#cli/output/timeText.ts"

export const verb = listVerb(listOutbox, {
  noun: "messages",
  columns: [
    { heading: "Mail", text: (mail) => String(mail.mailID), shrinks: "never" },
    { heading: "When", text: (mail) => timeText(mail.createdOn), shrinks: "first" },
    { heading: "To", text: (mail) => mail.to },
    { heading: "Subject", text: (mail) => mail.subject },
    { heading: "State", text: mailStateText }
  ],
  pieces: { most: mostNewest, after: ({ mailID }) => ({ from: mailID }) }
})
