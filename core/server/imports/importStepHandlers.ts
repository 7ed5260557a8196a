import { Effect } from "effect"
import { Session } from "#core/api/Guard.ts"
import type { JobId } from "#core/base/ids.ts"
import type { FmsId } from "#core/fms/fmsSystems.ts"
import type { RowOutcome } from "#core/imports/FacilityImport.ts"
import type { ImportFieldName } from "#core/imports/importFieldNames.ts"
import type { ImportKind } from "#core/jobs/Job.ts"
import { succeeded } from "#core/base/paging.ts"
import type { Uploads } from "../http/Uploads.ts"
import type { Imports } from "./Imports.ts"
import type { PresentedImport, PresentedRow } from "./importSql.ts"
import { readImportForm } from "./readImportForm.ts"

const defaultRows = 200

interface ById {
  readonly params: { readonly id: JobId }
}

interface RowsQuery {
  readonly from?: number | undefined
  readonly count?: number | undefined
  readonly outcome?: RowOutcome | undefined
}

interface UploadCall {
  readonly kind: ImportKind
  readonly software: FmsId
  readonly query: {
    readonly sheet?: string | undefined
    readonly resume?: boolean | undefined
    readonly trial?: boolean | undefined
  }
  readonly payload: Parameters<typeof readImportForm>[0]
}

/** How an import of a kind and its rows are presented. */
interface Presenters<Import, Row> {
  readonly present: (presented: PresentedImport) => Import
  readonly presentRow: (row: PresentedRow) => Row
}

/** Handlers of the calls about one import that are the same whatever it lists (`importSteps`). */
export const importStepHandlers = <Import, Row>(
  imports: Imports["Service"],
  kind: ImportKind,
  { present, presentRow }: Presenters<Import, Row>
) => ({
  show: Effect.fnUntraced(function* ({ params }: ById) {
    const { user } = yield* Session
    return succeeded(present(yield* imports.show(user, kind, params.id)))
  }),
  rows: Effect.fnUntraced(function* ({ params, query }: ById & { readonly query: RowsQuery }) {
    const { user } = yield* Session
    const { from = 0, count = defaultRows, outcome } = query
    return succeeded((yield* imports.rows(user, kind, params.id, { from, count, outcome })).map(presentRow))
  }),
  map: Effect.fnUntraced(function* ({
    params,
    payload
  }: ById & { readonly payload: { readonly mapping: ReadonlyArray<ImportFieldName | null> } }) {
    const { user } = yield* Session
    return succeeded(present(yield* imports.map(user, kind, params.id, payload.mapping)))
  }),
  fix: Effect.fnUntraced(function* ({
    params,
    payload
  }: {
    readonly params: { readonly id: JobId; readonly row: number }
    readonly payload: { readonly cells: ReadonlyArray<{ readonly column: number; readonly text: string }> }
  }) {
    const { user } = yield* Session
    const cells = new Map(payload.cells.map(({ column, text }) => [column, text]))
    const fixed = yield* imports.fix(user, kind, params.id, params.row, cells)
    return succeeded({ rows: fixed.rows.map(presentRow), import: present(fixed.import) })
  }),
  cancel: Effect.fnUntraced(function* ({ params }: ById) {
    const { user } = yield* Session
    return succeeded(present(yield* imports.cancel(user, kind, params.id)))
  }),
  errors: Effect.fnUntraced(function* ({ params, query }: ById & { readonly query: Pick<RowsQuery, "from"> }) {
    const { user } = yield* Session
    return succeeded(yield* imports.errors(user, kind, params.id, query.from))
  })
})

/** Reads an uploaded file and begins an import of its rows. One upload at a time per company. */
export const uploadedImport = Effect.fnUntraced(function* (
  imports: Imports["Service"],
  uploads: Uploads["Service"],
  { kind, software, query, payload }: UploadCall
) {
  const { user } = yield* Session
  const upload = Effect.flatMap(readImportForm(payload), (file) =>
    imports.upload(user, {
      kind,
      software,
      file: query.sheet === undefined ? file : { ...file, sheet: query.sheet },
      resume: query.resume === true,
      trial: query.trial === true
    })
  )
  return yield* uploads.one(user.companyID, upload)
})
