import { listAudit } from "#core/commands/auditCommands.ts"
import { mostNewest } from "#core/base/paging.ts"
import { listVerb } from "#cli/commands/listVerb.ts"
import { auditColumns } from "./auditColumns.ts"

export const verb = listVerb(listAudit, {
  noun: "audit records",
  columns: auditColumns,
  pieces: { most: mostNewest, after: ({ seq }) => ({ from: seq }) }
})
