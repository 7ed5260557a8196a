import { Effect, Schema } from "effect"
import type { AuditRecord } from "#core/audit/AuditRecord.ts"
import { countOf } from "#core/base/countOf.ts"
import { csvLine } from "#core/base/csvText.ts"
import { exportAudit } from "#core/commands/auditCommands.ts"
import type { InputField } from "#core/commands/Command.ts"
import type { Call } from "#cli/Call.ts"
import { verbOf } from "#cli/commands/Verb.ts"
import { runOf } from "#core/commands/runOf.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { readInput } from "#cli/input/readInput.ts"
import { choose } from "#cli/output/shown.ts"

const formats = ["ndjson", "json", "csv"] as const
type ExportFormat = (typeof formats)[number]

const formatField: InputField<ExportFormat> = {
  schema: Schema.Literals(formats),
  label: "Format",
  description: "ndjson, json or csv (default: ndjson)",
  optional: true
}

const columns = [
  "seq",
  "at",
  "userID",
  "userName",
  "action",
  "subject",
  "payload",
  "hash"
] as const satisfies ReadonlyArray<keyof AuditRecord>

/** Exports all records, oldest first, in chunks: only one chunk is in memory, however long the log. */
export const verb = verbOf(exportAudit, {
  options: { format: formatField },
  run: Effect.fnUntraced(function* (call: Call) {
    const { terminal } = call
    const input = yield* readInput(call, { ...exportAudit.input, format: formatField })
    const fields = terminal.outputOptions.format.kind === "table" ? null : terminal.outputOptions.format.fields
    const chosen = fields ?? columns
    const format = input.format ?? (terminal.outputOptions.format.kind === "json" ? "json" : "ndjson")
    let from = input.from ?? 0
    let records = 0
    for (;;) {
      const { data } = yield* runOf(exportAudit)({ from })
      const last = data.at(-1)
      const rows = data.map((record) => pieceOf(format, chosen, choose(record, chosen)))
      const before = records > 0 ? (format === "json" && last !== undefined ? ",\n" : "") : opening(format, chosen)
      yield* Effect.promise(() => terminal.data(before + rows.join(format === "json" ? ",\n" : "")))
      records += data.length
      if (last === undefined) break
      terminal.status(countOf(records, "record"))
      from = last.seq
    }
    yield* Effect.promise(() => terminal.data(format === "json" ? "\n]\n" : ""))
    terminal.talk(countOf(records, "record"))
    return exitCodes.done
  })
})

const opening = (format: ExportFormat, fields: ReadonlyArray<string>): string =>
  format === "json" ? "[\n" : format === "csv" ? csvLine(fields) : ""

const pieceOf = (format: ExportFormat, fields: ReadonlyArray<string>, row: object): string => {
  if (format !== "csv") return format === "json" ? JSON.stringify(row) : `${JSON.stringify(row)}\n`
  const facts = row as Readonly<Record<string, string | number | null>>
  return csvLine(fields.map((field) => facts[field] ?? null))
}
