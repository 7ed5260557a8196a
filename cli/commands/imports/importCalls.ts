import type { Effect } from "effect"
import { type ApiClient, withClient } from "#core/api/ApiClient.ts"
import type { JobId } from "#core/base/ids.ts"
import { commitImport, mapImport, resumeImport } from "#core/commands/importCommands.ts"
import { commitUserImport, mapUserImport, resumeUserImport } from "#core/commands/userImportCommands.ts"
import type { ImportFieldName } from "#core/imports/importFieldNames.ts"
import type { AnyImport, AnyImportRow } from "#core/imports/UserImport.ts"
import type { ImportKind } from "#core/jobs/Job.ts"
import { runOf } from "#core/commands/runOf.ts"

type Answered<A> = Effect.Effect<{ readonly data: A }, unknown, ApiClient>

/** Failed rows in pages. */
interface FailedRows {
  readonly csv: string
  readonly after: number | null
}

/** The calls of one kind of import. */
export interface ImportCalls {
  readonly kind: ImportKind
  readonly show: (importID: JobId) => Answered<AnyImport>
  readonly map: (importID: JobId, mapping: ReadonlyArray<ImportFieldName | null>) => Answered<AnyImport>
  readonly commit: (importID: JobId) => Answered<AnyImport>
  readonly resume: (importID: JobId) => Answered<AnyImport>
  readonly cancel: (importID: JobId) => Answered<AnyImport>
  /** The first failed rows, at most `count`. */
  readonly failed: (importID: JobId, count: number) => Answered<ReadonlyArray<AnyImportRow>>
  readonly errors: (importID: JobId, from: number | null) => Answered<FailedRows>
}

const of = (id: JobId) => ({ params: { id }, query: {} })
const first = (id: JobId, count: number) => ({ params: { id }, query: { outcome: "fail", count } }) as const
const piece = (id: JobId, from: number | null) => ({ params: { id }, query: from === null ? {} : { from } })

export const facilityImportCalls: ImportCalls = {
  kind: "importFacilities",
  show: (id) => withClient((client) => client.imports.show(of(id))),
  map: (id, mapping) => runOf(mapImport)({ import: id, mapping }),
  commit: (id) => runOf(commitImport)({ import: id }),
  resume: (id) => runOf(resumeImport)({ import: id }),
  cancel: (id) => withClient((client) => client.imports.cancel(of(id))),
  failed: (id, count) => withClient((client) => client.imports.rows(first(id, count))),
  errors: (id, from) => withClient((client) => client.imports.errors(piece(id, from)))
}

export const userImportCalls: ImportCalls = {
  kind: "importUsers",
  show: (id) => withClient((client) => client.userImports.show(of(id))),
  map: (id, mapping) => runOf(mapUserImport)({ import: id, mapping }),
  commit: (id) => runOf(commitUserImport)({ import: id }),
  resume: (id) => runOf(resumeUserImport)({ import: id }),
  cancel: (id) => withClient((client) => client.userImports.cancel(of(id))),
  failed: (id, count) => withClient((client) => client.userImports.rows(first(id, count))),
  errors: (id, from) => withClient((client) => client.userImports.errors(piece(id, from)))
}
