import { withClient } from "#core/api/ApiClient.ts"
import { MailId } from "#core/mail/Mail.ts"
import { command } from "./Command.ts"
import { countField } from "./fields.ts"

/** Messages asked for at once, when no count is given and at most. */
export const shownCount = 50
const mostCount = 1000

/** What was sent to whom and what became of it. Super Admins are shown the messages themselves, and that is audited. */
export const listOutbox = command({
  id: "outbox.list",
  title: "List the messages of the outbox",
  section: "Audit",
  keywords: ["mail", "e-mail", "smtp", "sent", "failed"],
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

export const outboxCommands = [listOutbox] as const
