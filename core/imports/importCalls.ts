import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { companyQuery } from "#core/base/paging.ts"
import { wire } from "#core/base/problem.ts"
import { StorableText } from "#core/base/storableText.ts"
import { JobId } from "#core/jobs/Job.ts"
import { JobStateRefused } from "#core/jobs/JobErrors.ts"
import { RowOutcome } from "./FacilityImport.ts"
import { ImportNotFound } from "./ImportErrors.ts"
import { ImportFieldName } from "./importFieldNames.ts"
import { importLimits } from "./importLimits.ts"

const RowNumber = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100_000_000 }))
const Position = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: importLimits.columns - 1 }))

/** What the calls about one import of any kind are called with. */
export const importById = { params: { id: JobId }, query: companyQuery } as const

/** Why a step of an import is refused. */
export const importStepErrors = [wire(ImportNotFound), wire(JobStateRefused)] as const

/** How a file is sent, whatever it is a list of. */
export const importUploadQuery = {
  ...companyQuery,
  /** The sheet to read of a workbook in which more than one holds something. */
  sheet: Schema.optional(StorableText(100)),
  /** Gives back the import of the same file that was begun, where there is one. */
  resume: Schema.optional(Schema.Boolean),
  /** For a dry run: an import that is looked at and canceled, which deletes it. */
  trial: Schema.optional(Schema.Boolean)
} as const

/** A form with one part `file`: CSV or an Excel workbook, by its content. */
export const importUploadPayload = Schema.Struct({ file: Schema.optionalKey(Schema.String) }).pipe(
  HttpApiSchema.asMultipartStream({
    maxTotalSize: importLimits.fileBytes + 64 * 1024,
    /** Above the limit of a file, which is counted exactly when it is there. */
    maxFileSize: importLimits.fileBytes + 16 * 1024,
    maxFieldSize: 4 * 1024
  })
)

/** Which rows are asked for. */
export const importRowsQuery = {
  ...companyQuery,
  /** Rows behind this one. */
  from: Schema.optional(RowNumber),
  count: Schema.optional(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000 }))),
  outcome: Schema.optional(RowOutcome)
} as const

/** What each column is, null for one that is left out. It is remembered for the same headers. */
export const importMapping = Schema.Struct({
  mapping: Schema.Array(Schema.NullOr(ImportFieldName)).check(Schema.isMaxLength(importLimits.columns))
})

/** A row of an import by its number. */
export const importRowParams = { id: JobId, row: RowNumber } as const

/** Cells of a row as they are to be. */
export const importCells = Schema.Struct({
  cells: Schema.Array(Schema.Struct({ column: Position, text: StorableText(importLimits.cell) })).check(
    Schema.isBetweenLength(1, importLimits.columns)
  )
})

/** Which of the failed rows are asked for. */
export const importErrorsQuery = { ...companyQuery, from: Schema.optional(RowNumber) } as const

/** Failed rows as CSV. `after` is the `from` of the next piece, null at the end; the header stands in the first piece. */
export const importErrorsPiece = Schema.Struct({
  csv: Schema.String,
  rows: Schema.Int,
  after: Schema.NullOr(Schema.Int)
})
