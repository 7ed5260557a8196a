import { Effect, Stream } from "effect"
import { withClient } from "#core/api/ApiClient.ts"
import { mostNewest } from "#core/base/paging.ts"
import { MailId } from "#core/mail/Mail.ts"
import { command, type InputField } from "./Command.ts"
import { limitField } from "./fields.ts"

/** The default number of messages. */
export const shownCount = 50

/**
 * Messages to people of the company, with their text. One-time links are shown only to their recipient and Super
 * Admins, and each reading is audited.
 */
export const listOutbox = command({
  id: "outbox.list",
  title: "Read the outbox",
  section: "Audit",
  keywords: ["mail", "email", "messages", "smtp", "sent", "failed"],
  input: {
    from: { schema: MailId, label: "From", description: "Messages older than this number", optional: true },
    limit: limitField
  },
  risk: "reads",
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

const mailField = {
  schema: MailId,
  label: "Mail",
  description: "The number of the message",
  positional: true
} as const satisfies InputField<number>

/** One message with its text. */
export const showMail = command({
  id: "outbox.show",
  title: "Read a message of the outbox",
  section: "Audit",
  keywords: ["mail", "email", "text"],
  input: { mailID: mailField },
  risk: "reads",
  terminal: { path: ["outbox", "show"], examples: ["lockdesk outbox show 12"] },
  does: {
    call: "outbox.show",
    run: ({ mailID }) => withClient((client) => client.outbox.show({ params: { id: mailID }, query: {} }))
  }
})

/** The file name from the Content-Disposition header. */
const fileName = (disposition: string | undefined): string | undefined =>
  /filename="([\w. -]+)"/.exec(disposition ?? "")?.[1]

/** Downloads the file attached to a message. */
export const saveMailFile = command({
  id: "outbox.file",
  title: "Save the attachment of a message",
  section: "Audit",
  keywords: ["mail", "email", "daily report", "workbook", "download", "xlsx"],
  input: { mailID: mailField },
  risk: "reads",
  terminal: {
    path: ["outbox", "file"],
    examples: ["lockdesk outbox file 12", "lockdesk outbox file 12 --output requests.xlsx"]
  },
  does: {
    call: "outbox.file",
    run: ({ mailID }) =>
      withClient((client) =>
        Effect.gen(function* () {
          const asked = { params: { id: mailID }, query: {}, responseMode: "decoded-and-response" } as const
          const [stream, { headers }] = yield* client.outbox.file(asked)
          const name = fileName(headers["content-disposition"]) ?? `mail-${mailID}.xlsx`
          return { name, bytes: yield* Stream.mkUint8Array(stream) }
        })
      )
  }
})

export const outboxCommands = [listOutbox, showMail, saveMailFile] as const
