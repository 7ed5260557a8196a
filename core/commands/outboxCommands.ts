import { withClient } from "#core/api/ApiClient.ts"
import { MailId } from "#core/mail/Mail.ts"
import { command } from "./Command.ts"
import { countField } from "./fields.ts"

/** Messages asked for at once, when no count is given and at most. */
export const shownCount = 50
const mostCount = 1000

/** Messages to people of the company, with their text. One-time links are for their recipients; each reading is audited. */
export const listOutbox = command({
  id: "outbox.list",
  title: "Read the outbox",
  section: "Audit",
  keywords: ["mail", "email", "messages", "smtp", "sent", "failed"],
  input: {
    from: { schema: MailId, label: "From", description: "Messages older than this number", optional: true },
    count: countField
  },
  subject: "none",
  scope: "anywhere",
  risk: "reads",
  touches: [],
  terminal: { path: ["outbox", "ls"], examples: ["lockdesk outbox ls", "lockdesk outbox ls --count 5 --json"] },
  does: {
    call: "outbox.list",
    run: ({ from, count }) =>
      withClient((client) =>
        client.outbox.list({
          query: { ...(from === undefined ? {} : { from }), count: Math.min(count ?? shownCount, mostCount) }
        })
      )
  }
})

/** One message with its text. */
export const showMail = command({
  id: "outbox.show",
  title: "Read a message of the outbox",
  section: "Audit",
  keywords: ["mail", "email", "text"],
  input: { mailID: { schema: MailId, label: "Mail", description: "The number of the message", positional: true } },
  subject: "none",
  scope: "anywhere",
  risk: "reads",
  touches: [],
  terminal: { path: ["outbox", "show"], examples: ["lockdesk outbox show 12"] },
  does: {
    call: "outbox.show",
    run: ({ mailID }) => withClient((client) => client.outbox.show({ params: { id: mailID }, query: {} }))
  }
})

export const outboxCommands = [listOutbox, showMail] as const
