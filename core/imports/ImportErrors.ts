import { Schema } from "effect"
import { defineProblem } from "#core/base/problem.ts"
import { faultWords, fmsStages } from "#core/fms/fmsStages.ts"
import { Fms } from "#core/fms/fmsSystems.ts"
import { whichSheetWords } from "#core/base/files/tableFileFaults.ts"
import { fileFaults, fileFaultWords } from "./fileFaults.ts"
import { ImportFieldName } from "./importFieldNames.ts"

const mappingWords = {
  Length: "The file has a different number of columns.",
  Unknown: "A column can't be mapped to this field.",
  Twice: "Two columns can't be mapped to the same field."
} as const

/**
 * The file can't be imported. `line` and `column` (both from 1) give the position and `detail` the exact problem, if known. In a
 * file that has rows (`NotCsv`), `line` is a row number.
 */
export class ImportFileRefused extends defineProblem<ImportFileRefused>()({
  tag: "ImportFileRefused",
  status: 422,
  exit: "usage",
  data: Schema.Struct({
    reason: Schema.Literals(fileFaults),
    line: Schema.NullOr(Schema.Int),
    column: Schema.NullOr(Schema.Int),
    detail: Schema.NullOr(Schema.String),
    /** The sheets to choose from, if the workbook has several; `detail` is the requested one. */
    sheets: Schema.optionalKey(Schema.Array(Schema.String))
  }),
  words: (data) => {
    if (data.sheets !== undefined) return whichSheetWords(data.sheets, data.detail)
    const { error, next } = fileFaultWords[data.reason]
    const place = [
      ...(data.line === null ? [] : [`${data.reason === "NotCsv" ? "row" : "line"} ${data.line}`]),
      ...(data.column === null ? [] : [`column ${data.column}`])
    ].join(", ")
    return {
      error: [
        error,
        ...(place === "" ? [] : [`It stops at ${place}.`]),
        ...(data.detail === null ? [] : [data.detail])
      ].join(" "),
      next
    }
  }
}) {}

/** No import that the user can see has this id. */
export class ImportNotFound extends defineProblem<ImportNotFound>()({
  tag: "ImportNotFound",
  status: 404,
  exit: "notFound",
  words: { error: "Import not found.", next: "Upload the file again." }
}) {}

/** The import has no such row, or the row has no such column. */
export class ImportRowNotFound extends defineProblem<ImportRowNotFound>()({
  tag: "ImportRowNotFound",
  status: 404,
  exit: "notFound",
  words: { error: "This import doesn't have that row or column.", next: "Check the number of the row and its columns." }
}) {}

/** The columns can't be mapped as requested. */
export class ImportMappingRefused extends defineProblem<ImportMappingRefused>()({
  tag: "ImportMappingRefused",
  status: 422,
  exit: "usage",
  data: Schema.Struct({
    reason: Schema.Literals(["Length", "Unknown", "Twice"]),
    field: Schema.NullOr(ImportFieldName)
  }),
  words: (data) => ({
    error: mappingWords[data.reason],
    next: "Choose a field for each column, or skip the column."
  })
}) {}

/** The FMS did not return its facilities; includes the failed stage, as in connection tests. */
export class ImportFmsFailed extends defineProblem<ImportFmsFailed>()({
  tag: "ImportFmsFailed",
  status: 422,
  exit: "failed",
  data: Schema.Struct({
    managementSoftware: Fms.Id,
    stage: Schema.Literals(fmsStages),
    code: Schema.String,
    retryAt: Schema.NullOr(Schema.String)
  }),
  words: (data) => {
    const { message, nextAction } = faultWords(data.managementSoftware, data)
    return { error: message, next: nextAction }
  }
}) {}
