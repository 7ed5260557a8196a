import { Schema } from "effect"
import { textEncodings } from "#core/base/files/textEncodings.ts"
import { FacilityId, Instant, JobId } from "#core/base/ids.ts"
import { Fms, IntegrationMode } from "#core/fms/fmsSystems.ts"
import { RowProblem } from "#core/jobs/Job.ts"
import { AuditSeq } from "#core/locks/LockChange.ts"
import { ImportFieldName } from "./importFieldNames.ts"
import { mappingConfidences } from "./mappingConfidences.ts"

/** The states of an import. One that is `committing` but not `running` was interrupted; any user with access can resume it. */
export const importStates = ["planned", "committing", "done", "cancelled"] as const

/** The planned or actual result of a row: created, updated, nothing to change, or refused. */
export const rowOutcomes = ["create", "update", "skip", "fail"] as const
export const RowOutcome = Schema.Literals(rowOutcomes)
export type RowOutcome = typeof RowOutcome.Type

/** A column of the file: the field it maps to, and the confidence. `samples` are the first cells that are not empty. */
export const ImportColumn = Schema.Struct({
  header: Schema.String,
  field: Schema.NullOr(ImportFieldName),
  confidence: Schema.NullOr(Schema.Literals(mappingConfidences)),
  /** Its cells are stored encrypted and never shown again. */
  secret: Schema.Boolean,
  samples: Schema.Array(Schema.String)
})
export type ImportColumn = typeof ImportColumn.Type

/** The number of rows with each outcome. */
export const OutcomeCounts = Schema.Struct({
  create: Schema.Int,
  update: Schema.Int,
  skip: Schema.Int,
  fail: Schema.Int
})
export type OutcomeCounts = typeof OutcomeCounts.Type

/**
 * Fields of every import. An import is a job (its id is the job's). `counts` are the planned outcomes; as rows are
 * done, their actual outcomes replace the planned ones.
 */
export const importFacts = {
  importID: JobId,
  state: Schema.Literals(importStates),
  /** Whether a server is working on it now. */
  running: Schema.Boolean,
  /** The name of the file or of the FMS. */
  source: Schema.String,
  /** How a text file was read; null for a workbook or an FMS. */
  encoding: Schema.NullOr(Schema.Literals(textEncodings)),
  columns: Schema.Array(ImportColumn),
  /** Required fields without a column. */
  missing: Schema.Array(ImportFieldName),
  total: Schema.Int,
  counts: OutcomeCounts,
  done: Schema.Int,
  failed: Schema.Int,
  createdBy: Schema.String,
  createdOn: Instant,
  updatedOn: Instant
}

/** An import of facilities. */
export const FacilityImport = Schema.Struct({
  ...importFacts,
  kind: Schema.Literal("importFacilities"),
  mode: IntegrationMode.Id,
  managementSoftware: Fms.Id,
  managementSoftwareName: Schema.String
})
export type FacilityImport = typeof FacilityImport.Type

/**
 * A problem in a row. `column` is the index in the file, null if the file has no such column; `found` is the cell's
 * text, empty for secrets.
 */
export const RowIssue = Schema.Struct({
  column: Schema.NullOr(Schema.Int),
  field: ImportFieldName,
  /** The field's label. */
  label: Schema.String,
  expected: Schema.String,
  found: Schema.String,
  fix: Schema.String
})
export type RowIssue = typeof RowIssue.Type

/** Fields of every row of an import. `row` is its line or sheet row, the header being the first. */
export const importRowFacts = {
  row: Schema.Int,
  /** In column order; secret ones are empty. */
  cells: Schema.Array(Schema.String),
  /** Cells after the last column, of a row that could not be read. */
  extraCells: Schema.Array(Schema.String),
  /** The columns of secret cells that are not empty. */
  secretsSet: Schema.Array(Schema.Int),
  /** The planned outcome, or the actual one once it is done. */
  outcome: RowOutcome,
  done: Schema.Boolean,
  /** The existing fields it changes. */
  changes: Schema.Array(Schema.String),
  issues: Schema.Array(RowIssue),
  /** Why the row as a whole fails: all issues in one sentence. */
  problem: Schema.NullOr(RowProblem),
  auditSeq: Schema.NullOr(AuditSeq)
}

/** One row of an import of facilities. */
export const ImportRow = Schema.Struct({
  ...importRowFacts,
  facilityName: Schema.String,
  /** The facility it updates or created. */
  facilityID: Schema.NullOr(FacilityId)
})
export type ImportRow = typeof ImportRow.Type
