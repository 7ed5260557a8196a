import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { FormFile } from "#core/base/formFile.ts"
import { JobId } from "#core/base/ids.ts"
import { companyQuery } from "#core/base/paging.ts"
import { wire } from "#core/base/problem.ts"
import { StorableText } from "#core/base/storableText.ts"
import { JobStateRefused } from "#core/jobs/JobErrors.ts"
import { RowOutcome } from "./FacilityImport.ts"
import { ImportNotFound } from "./ImportErrors.ts"
import { ImportFieldName } from "./importFieldNames.ts"
import { importLimits } from "./importLimits.ts"

const RowNumber = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100_000_000 }))
const Position = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: importLimits.columns - 1 }))

/** Parameters of the calls about one import. */
export const importById = { params: { id: JobId }, query: companyQuery } as const

/** Why a step of an import is refused. */
export const importStepErrors = [wire(ImportNotFound), wire(JobStateRefused)] as const

/** Parameters of an upload, whatever the file lists. */
export const importUploadQuery = {
  ...companyQuery,
  /** The sheet to read, for a workbook in which several are not empty. */
  sheet: Schema.optional(StorableText(100)),
  /** Returns the unfinished import of the same file, if there is one. */
  resume: Schema.optional(Schema.Boolean),
  /** For a dry run: an import that is planned and then canceled, which deletes it. */
  trial: Schema.optional(Schema.Boolean)
} as const

/** A form with one part `file`: CSV or an Excel workbook, detected by its content. */
export const importUploadPayload = Schema.Struct({ file: FormFile }).pipe(
  HttpApiSchema.asMultipartStream({
    maxTotalSize: importLimits.fileBytes + 64 * 1024,
    /** Higher than the file limit, which is checked exactly after the upload. */
    maxFileSize: importLimits.fileBytes + 16 * 1024,
    maxFieldSize: 4 * 1024
  })
)

/** Which rows to return. */
export const importRowsQuery = {
  ...companyQuery,
  /** Rows after this one. */
  from: Schema.optional(RowNumber),
  count: Schema.optional(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000 }))),
  outcome: Schema.optional(RowOutcome)
} as const

/** The field of each column, null for ignored ones. Remembered for files with the same headers. */
export const importMapping = Schema.Struct({
  mapping: Schema.Array(Schema.NullOr(ImportFieldName)).check(Schema.isMaxLength(importLimits.columns))
})

/** A row of an import by number. */
export const importRowParams = { id: JobId, row: RowNumber } as const

/** New values for cells of a row. */
export const importCells = Schema.Struct({
  cells: Schema.Array(Schema.Struct({ column: Position, text: StorableText(importLimits.cell) })).check(
    Schema.isBetweenLength(1, importLimits.columns)
  )
})

/** Which failed rows to return. */
export const importErrorsQuery = { ...companyQuery, from: Schema.optional(RowNumber) } as const

/** Failed rows as CSV. `after` is the `from` of the next page, null at the end; only the first page has the header. */
export const importErrorsPiece = Schema.Struct({
  csv: Schema.String,
  rows: Schema.Int,
  after: Schema.NullOr(Schema.Int)
})
