import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { withExample } from "#core/base/withExample.ts"
import { DeclaredDryRun } from "#core/auth/DryRun.ts"
import { DeclaredAccess, reads, signedIn } from "#core/auth/Access.ts"
import { TooManyRequests } from "#core/auth/AuthErrors.ts"
import { Area } from "#core/auth/permissions.ts"
import { LockId } from "#core/base/ids.ts"
import { companyQuery } from "#core/base/paging.ts"
import { wire } from "#core/base/problem.ts"
import { SearchNotShown, SearchRefused } from "#core/locks/LockSearchErrors.ts"
import { contentTypes, ExportFormat } from "./exportFormats.ts"
import { maxNamedLocks, maxSentRows } from "./exportLimits.ts"
import { lockColumnIds } from "./lockColumns.ts"

const LockColumns = Schema.Array(Schema.Literals(lockColumnIds)).check(
  Schema.isBetweenLength(1, lockColumnIds.length),
  Schema.isUnique()
)

const FilterText = Schema.String.check(Schema.isMaxLength(2000))

/** The file, streamed as it is created. */
const file = HttpApiSchema.StreamUint8Array({ contentType: [contentTypes.xlsx, contentTypes.csv] })

const Value = Schema.NullOr(
  Schema.Union([Schema.String.check(Schema.isMaxLength(2000)), Schema.Finite, Schema.Boolean])
)

/** The locks in a file, and its format. */
export const LocksFile = Schema.Struct({
  format: ExportFormat,
  /** As in the search: 'key=value;...' and 'field=direction'. */
  filter: Schema.optionalKey(FilterText),
  sort: Schema.optionalKey(FilterText),
  /** Only these locks, in this order; filter and sort are then ignored. */
  lockIDs: Schema.optionalKey(Schema.Array(LockId).check(Schema.isBetweenLength(1, maxNamedLocks))),
  /** In this order; by default all columns the user can see. */
  columns: Schema.optionalKey(LockColumns)
})
export type LocksFile = typeof LocksFile.Type

/** The rows to export, and the file's format. */
export const RowsFile = Schema.Struct({
  format: ExportFormat,
  /** The first part of the file name. */
  name: Schema.String.check(Schema.isPattern(/^[a-z0-9][a-z0-9-]{0,59}$/u)),
  /** The sheet name; characters that Excel does not allow are removed. */
  sheet: Schema.String.check(Schema.isBetweenLength(1, 31)),
  columns: Schema.Array(
    Schema.Struct({
      title: Schema.String.check(Schema.isMaxLength(100)),
      kind: Schema.Literals(["text", "number", "choice", "date"]),
      width: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 200 })))
    })
  ).check(Schema.isBetweenLength(1, 50)),
  /** One value per column; extra values are dropped. */
  rows: Schema.Array(Schema.Array(Value).check(Schema.isMaxLength(50))).check(Schema.isMaxLength(maxSentRows))
})
export type RowsFile = typeof RowsFile.Type

/**
 * Exports of lists. They are POST requests because each leaves an audit record, and because many lock ids don't fit in
 * a URL. The header `x-export-rows` has the number of rows the file will contain.
 */
export class ExportsApi extends HttpApiGroup.make("exports")
  .add(
    HttpApiEndpoint.post("locks", "/locks/export", {
      query: companyQuery,
      payload: LocksFile,
      success: file,
      error: [wire(SearchRefused), wire(SearchNotShown), wire(TooManyRequests)]
    })
      .annotate(DeclaredDryRun, "none")
      .annotate(DeclaredAccess, reads(Area.id.Locks))
      .annotate(OpenApi.Transform, withExample({ format: "xlsx", columns: ["serialCode", "unitNumber"] }))
      .annotate(OpenApi.Summary, "A file of locks, xlsx or csv"),
    HttpApiEndpoint.post("rows", "/exports/rows", {
      query: companyQuery,
      payload: RowsFile,
      success: file,
      error: [wire(TooManyRequests)]
    })
      .annotate(DeclaredDryRun, "none")
      .annotate(DeclaredAccess, signedIn)
      .annotate(
        OpenApi.Transform,
        withExample({
          format: "csv",
          name: "users",
          sheet: "Users",
          columns: [{ title: "Name", kind: "text" }],
          rows: [["Dana Reyes"]]
        })
      )
      .annotate(OpenApi.Summary, "A file of the rows that are sent, xlsx or csv")
  )
  .annotate(OpenApi.Description, "Lists as files") {}
