import { Schema } from "effect"
import { withClient } from "#core/api/ApiClient.ts"
import { mostNewest } from "#core/base/paging.ts"
import { auditActions } from "#core/audit/AuditRecord.ts"
import { command } from "./Command.ts"
import { limitField, olderThanField, textField } from "./fields.ts"

/** The default number of rows. */
export const shownAudit = 100

export const listAudit = command({
  id: "audit.list",
  title: "List audit records",
  section: "Audit",
  keywords: ["who", "history", "proof", "log"],
  input: {
    action: {
      schema: Schema.Literals(auditActions),
      label: "Action",
      description: "Only this action, such as reveals.approve",
      optional: true
    },
    subject: textField({ label: "Subject", description: "Only this serial code or subject", optional: true }),
    from: olderThanField("Records"),
    limit: limitField
  },
  risk: "reads",
  terminal: {
    path: ["audit", "ls"],
    examples: ["lockdesk audit ls", "lockdesk audit ls --subject 10482233 --action reveals.approve"]
  },
  does: {
    call: "audit.list",
    run: ({ action, subject, from, limit }) =>
      withClient((client) =>
        client.audit.list({
          query: {
            ...(action === undefined ? {} : { action }),
            ...(subject === undefined ? {} : { subject }),
            ...(from === undefined ? {} : { from }),
            order: "newest",
            count: Math.min(limit ?? shownAudit, mostNewest)
          }
        })
      )
  }
})

export const verifyAudit = command({
  id: "audit.verify",
  title: "Verify the audit log",
  section: "Audit",
  keywords: ["chain", "tamper", "proof"],
  input: {},
  risk: "reads",
  terminal: { path: ["audit", "verify"], examples: ["lockdesk audit verify"] },
  does: { call: "audit.verify", run: () => withClient((client) => client.audit.verify({ query: {} })) }
})

/** Exports one chunk. Ask again from the last sequence number until a chunk comes back short. */
export const exportAudit = command({
  id: "audit.export",
  title: "Export the audit log",
  section: "Audit",
  keywords: ["download", "file"],
  input: {
    from: { schema: Schema.Int, label: "From", description: "Records newer than this sequence number", optional: true }
  },
  risk: "reads",
  terminal: { path: ["audit", "export"], examples: ["lockdesk audit export --ndjson > audit.ndjson"] },
  does: {
    call: "audit.list",
    run: ({ from }) =>
      withClient((client) => client.audit.list({ query: { from: from ?? 0, order: "oldest", count: mostNewest } }))
  }
})

export const auditCommands = [listAudit, verifyAudit, exportAudit] as const
