import { withClient } from "#core/api/ApiClient.ts"
import { mostNewest } from "#core/base/paging.ts"
import { MailId } from "#core/mail/Mail.ts"
import { command } from "./Command.ts"
import { limitField } from "./fields.ts"

/** Messages shown when no limit is given. */
export const shownCount = 50

/** Messages to people of the company, with their text. One-time links are for their recipients; each reading is audited. */
export const listOutbox = command({
  id: "outbox.list",
  title: "Read the outbox",
  section: "Audit",
  keywords: ["mail", "email", "messages", "smtp", "sent", "failed"],
  input: {
    from: { schema: MailId, label: "From", description: "Messages older than this number", optional: true },
    limit: limitField
  },
  subject: "none",
  scope: "anywhere",
  risk: "reads",
  touches: [],
  terminal: { path: ["outbox", "ls"], examples: ["lockdesk outbox ls", "lockdesk outbox ls --limit 5 --json"] },
  does: {
    call: "outbox.list",
    run: ({ from, limit }) =>
      withClient((client) =>
        client.outbox.list({
          query: { ...(from === undefined ? {} : { from }), count: Math.min(limit ?? shownCount, mostNewest) }
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
