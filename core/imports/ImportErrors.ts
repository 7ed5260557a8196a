import { Schema } from "effect"
import { problemFields } from "#core/base/problem.ts"
import { fmsStages } from "#core/fms/fmsStages.ts"
import { Fms } from "#core/fms/fmsSystems.ts"
import { fileFaults } from "./fileFaults.ts"
import { ImportFieldName } from "./importFieldNames.ts"

/** The file cannot be imported. `line` and `column` (both from 1) say where, `detail` what exactly, where that is known. */
export class ImportFileRefused extends Schema.TaggedError<ImportFileRefused>()(
  "ImportFileRefused",
  {
    ...problemFields,
    data: Schema.Struct({
      reason: Schema.Literals(fileFaults),
      line: Schema.NullOr(Schema.Int),
      column: Schema.NullOr(Schema.Int),
      detail: Schema.NullOr(Schema.String),
      /** The sheets to choose from, where `reason` is that a workbook has several; `detail` is the one asked for. */
      sheets: Schema.optionalKey(Schema.Array(Schema.String))
    })
  },
  { httpApiStatus: 422 }
) {}

/** The user has no import of this id before them. */
export class ImportNotFound extends Schema.TaggedError<ImportNotFound>()("ImportNotFound", problemFields, {
  httpApiStatus: 404
}) {}

/** The import has no such row, or the row has no such column. */
export class ImportRowNotFound extends Schema.TaggedError<ImportRowNotFound>()("ImportRowNotFound", problemFields, {
  httpApiStatus: 404
}) {}

/** Columns cannot be taken for what was said. */
export class ImportMappingRefused extends Schema.TaggedError<ImportMappingRefused>()(
  "ImportMappingRefused",
  {
    ...problemFields,
    data: Schema.Struct({
      reason: Schema.Literals(["Length", "Unknown", "Twice"]),
      field: Schema.NullOr(ImportFieldName)
    })
  },
  { httpApiStatus: 422 }
) {}

/** The FMS did not tell its facilities: how far the connection came, in the stages of the connection tests. */
export class ImportFmsFailed extends Schema.TaggedError<ImportFmsFailed>()(
  "ImportFmsFailed",
  {
    ...problemFields,
    data: Schema.Struct({
      managementSoftware: Fms.Id,
      stage: Schema.Literals(fmsStages),
      code: Schema.String,
      retryAt: Schema.NullOr(Schema.String)
    })
  },
  { httpApiStatus: 422 }
) {}
