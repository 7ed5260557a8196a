import type { AuditRecord } from "#core/audit/AuditRecord.ts"
import type { Column } from "#cli/output/table.ts"
import { timeText } from "#cli/output/timeText.ts"

/** Columns of the audit log; only its JSON has payload and hash. */
export const auditColumns: ReadonlyArray<Column<AuditRecord>> = [
  { heading: "Seq", text: (record) => String(record.seq), shrinks: "never" },
  { heading: "At", text: (record) => timeText(record.at), shrinks: "first" },
  { heading: "Who", text: (record) => record.userName ?? "" },
  { heading: "Action", text: (record) => record.action },
  { heading: "Subject", text: (record) => record.subject },
  { heading: "Hash", text: (record) => record.hash.slice(0, 12), shrinks: "first" }
]
