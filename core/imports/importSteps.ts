import { Schema } from "effect"
import { HttpApiEndpoint, OpenApi } from "effect/http-api"
import { type Access, DeclaredAccess } from "#core/auth/Access.ts"
import { JobId } from "#core/base/ids.ts"
import { companyQuery, success } from "#core/base/paging.ts"
import { wire } from "#core/base/problem.ts"
import { withExample } from "#core/base/withExample.ts"
import {
  importById,
  importCells,
  importErrorsPiece,
  importErrorsQuery,
  importMapping,
  importRowParams,
  importRowsQuery,
  importStepErrors
} from "./importCalls.ts"
import { ImportMappingRefused, ImportNotFound, ImportRowNotFound } from "./ImportErrors.ts"

/** What an import lists: its path, its schemas, and how its calls are described. */
interface ImportedSubject<Path, Import, Row> {
  readonly path: Path
  readonly schema: Import
  readonly row: Row
  readonly access: Access
  /** The plural, as in "an import of users". */
  readonly plural: string
  /** The value by which two rows of a file are the same. */
  readonly uniqueBy: string
  readonly examples: { readonly mapping: object; readonly cells: object }
}

/** The calls about one import that are the same whatever it lists (001 §7; 002 §7). */
export const importSteps = <
  const Path extends `/${string}`,
  Import extends Schema.Constraint,
  Row extends Schema.Constraint
>({
  path,
  schema,
  row,
  access,
  plural,
  uniqueBy,
  examples
}: ImportedSubject<Path, Import, Row>) => ({
  show: HttpApiEndpoint.get("show", `${path}/:id`, {
    ...importById,
    success: success(schema),
    error: [wire(ImportNotFound)]
  })
    .annotate(DeclaredAccess, access)
    .annotate(OpenApi.Summary, `One import of ${plural}: its columns, its plan and how far it is`),
  rows: HttpApiEndpoint.get("rows", `${path}/:id/rows`, {
    params: { id: JobId },
    query: importRowsQuery,
    success: success(Schema.Array(row)),
    error: [wire(ImportNotFound)]
  })
    .annotate(DeclaredAccess, access)
    .annotate(OpenApi.Summary, `Rows of an import of ${plural}, in their order`),
  map: HttpApiEndpoint.put("map", `${path}/:id/mapping`, {
    ...importById,
    payload: importMapping,
    success: success(schema),
    error: [...importStepErrors, wire(ImportMappingRefused)]
  })
    .annotate(DeclaredAccess, access)
    .annotate(OpenApi.Transform, withExample(examples.mapping))
    .annotate(OpenApi.Summary, "Match columns to fields; every row is checked again"),
  fix: HttpApiEndpoint.put("fix", `${path}/:id/rows/:row`, {
    params: importRowParams,
    query: companyQuery,
    payload: importCells,
    /** The row, and any others whose outcome changed. */
    success: success(Schema.Struct({ rows: Schema.Array(row), import: schema })),
    error: [...importStepErrors, wire(ImportRowNotFound)]
  })
    .annotate(DeclaredAccess, access)
    .annotate(OpenApi.Transform, withExample(examples.cells))
    .annotate(OpenApi.Summary, `Fix cells of a row; it and rows with the same ${uniqueBy} are checked again`),
  cancel: HttpApiEndpoint.post("cancel", `${path}/:id/cancel`, {
    ...importById,
    success: success(schema),
    error: importStepErrors
  })
    .annotate(DeclaredAccess, access)
    .annotate(OpenApi.Summary, `Cancel an import of ${plural}; completed rows are kept`),
  errors: HttpApiEndpoint.get("errors", `${path}/:id/errors`, {
    params: { id: JobId },
    query: importErrorsQuery,
    success: success(importErrorsPiece),
    error: [wire(ImportNotFound)]
  })
    .annotate(DeclaredAccess, access)
    .annotate(
      OpenApi.Summary,
      `Failed rows of ${plural} as CSV: the original columns, error and fix; secret cells are empty`
    )
})
