import { listAudit } from "#core/commands/auditCommands.ts"
import { callVerb } from "#cli/commands/Verb.ts"
import { shownList } from "#cli/output/shown.ts"
import { auditColumns } from "./auditColumns.ts"

export const verb = callVerb(listAudit, (answer) =>
  shownList("audit records", answer.data, auditColumns, answer.totalCount)
)
