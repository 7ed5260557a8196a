import { Schema } from "effect"
import { FacilityId, Instant } from "#core/base/ids.ts"
import { Fms, IntegrationMode } from "#core/fms/fmsSystems.ts"
import { JobId, RowProblem } from "#core/jobs/Job.ts"
import { AuditSeq } from "#core/locks/LockChange.ts"
import { ImportFieldName } from "./importFieldNames.ts"
import { mappingConfidences } from "./mappingConfidences.ts"

/** Where an import is. `committing` without `running` was stopped half way and is resumed by whoever asks. */
export const importStates = ["planned", "committing", "done", "cancelled"] as const

/** What becomes of a row, or became: something new, changes of what is there, nothing to change, or refused. */
export const rowOutcomes = ["create", "update", "skip", "fail"] as const
export const RowOutcome = Schema.Literals(rowOutcomes)
export type RowOutcome = typeof RowOutcome.Type

/** One column of the file: what it is taken for and how sure that is. `samples` are the first cells that hold something. */
export const ImportColumn = Schema.Struct({
  header: Schema.String,
  field: Schema.NullOr(ImportFieldName),
  confidence: Schema.NullOr(Schema.Literals(mappingConfidences)),
  /** Its cells are kept sealed and shown to nobody again. */
  secret: Schema.Boolean,
  samples: Schema.Array(Schema.String)
})
export type ImportColumn = typeof ImportColumn.Type

/** How many rows come to what. */
export const OutcomeCounts = Schema.Struct({
  create: Schema.Int,
  update: Schema.Int,
  skip: Schema.Int,
  fail: Schema.Int
})
export type OutcomeCounts = typeof OutcomeCounts.Type

/**
 * What is known of every import of a file: a job (its id is the job's). `counts` is the plan until rows are done, then what
 * they came to with the rest as planned.
 */
export const importFacts = {
  importID: JobId,
  state: Schema.Literals(importStates),
  /** Whether a server is at it now. */
  running: Schema.Boolean,
  /** The name of the file, or of the FMS. */
  source: Schema.String,
  columns: Schema.Array(ImportColumn),
  /** Required fields that no column is taken for. */
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
 * What is wrong in one row. `column` is the place in the file, from 0, null where the file has no such column; `found` is
 * what stands there, empty for what is secret.
 */
export const RowIssue = Schema.Struct({
  column: Schema.NullOr(Schema.Int),
  field: ImportFieldName,
  /** What the field is called. */
  label: Schema.String,
  expected: Schema.String,
  found: Schema.String,
  fix: Schema.String
})
export type RowIssue = typeof RowIssue.Type

/** What is known of a row of every import. `row` is its line or its row in the sheet, the header being the first. */
export const importRowFacts = {
  row: Schema.Int,
  /** In the order of the columns; secret ones are empty. */
  cells: Schema.Array(Schema.String),
  /** Cells beyond the last column, of a row that could not be read. */
  extraCells: Schema.Array(Schema.String),
  /** Places of secret cells that hold something. */
  secretsSet: Schema.Array(Schema.Int),
  /** As planned, or what it came to once it is done. */
  outcome: RowOutcome,
  done: Schema.Boolean,
  /** Fields that it changes of what is there. */
  changes: Schema.Array(Schema.String),
  issues: Schema.Array(RowIssue),
  /** Why it fails as a whole, all issues in one sentence. */
  problem: Schema.NullOr(RowProblem),
  auditSeq: Schema.NullOr(AuditSeq)
}

/** One row of an import of facilities. */
export const ImportRow = Schema.Struct({
  ...importRowFacts,
  facilityName: Schema.String,
  /** The facility that it changes, or that it made. */
  facilityID: Schema.NullOr(FacilityId)
})
export type ImportRow = typeof ImportRow.Type
