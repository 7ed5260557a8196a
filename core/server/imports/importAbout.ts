import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { CompanyId } from "#core/base/ids.ts"
import { FmsFields } from "#core/fms/fmsFields.ts"
import type { FmsId, IntegrationMode } from "#core/fms/fmsSystems.ts"
import type { ImportColumn } from "#core/imports/FacilityImport.ts"
import { Keyring } from "../secrets/Keyring.ts"
import type { ImportKind } from "#core/jobs/Job.ts"
import type { ImportAbout } from "./decideRow.ts"
import type { JobKey } from "../jobs/jobKey.ts"

/** The stored data of an import besides its job. */
export interface ImportRecord extends ImportAbout {
  readonly jobKey: JobKey
  readonly companyID: CompanyId
  readonly kind: ImportKind
  readonly mode: (typeof IntegrationMode.ids)[number]
  readonly columns: ReadonlyArray<ImportColumn>
  /** The page linked from invitations of added users; null for this server's own. */
  readonly resetPage: string | null
}

const sharedAbout = (jobKey: JobKey): string => `import\n${jobKey}`
const rowAbout = (jobKey: JobKey, row: number): string => `import\n${jobKey}\n${row}`
const decodeShared = Schema.decodeUnknownEffect(Schema.fromJsonString(FmsFields))
const decodeSecrets = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Record(Schema.String, Schema.String)))

/** Seals the credentials shared by all facilities of an import. */
export const sealShared = Effect.fnUntraced(function* (companyID: CompanyId, jobKey: JobKey, shared: FmsFields) {
  if (Object.keys(shared).length === 0) return null
  return yield* (yield* Keyring).sealText(companyID, sharedAbout(jobKey), JSON.stringify(shared))
})

/** Seals the secret cells of a row; empty if it has none. */
export const sealSecrets = Effect.fnUntraced(function* (
  companyID: CompanyId,
  jobKey: JobKey,
  row: number,
  secrets: Readonly<Record<string, string>>
) {
  if (Object.keys(secrets).length === 0) return new Uint8Array()
  return yield* (yield* Keyring).sealText(companyID, rowAbout(jobKey, row), JSON.stringify(secrets))
})

/** The secret cells of a row by column index. */
export const openSecrets = Effect.fnUntraced(function* (
  companyID: CompanyId,
  jobKey: JobKey,
  { row, sealed }: { readonly row: number; readonly sealed: Uint8Array | null }
) {
  if (sealed === null) return {}
  const text = yield* (yield* Keyring).openText(companyID, rowAbout(jobKey, row), sealed)
  return yield* Effect.orDie(decodeSecrets(text))
})

/** The import of a job, or null if the job is not an import or its file was not read completely. */
export const importRecord = Effect.fnUntraced(function* (companyID: CompanyId, jobKey: JobKey) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{
    kind: ImportKind
    resetPage: string | null
    mode: ImportRecord["mode"]
    software: FmsId
    columns: ReadonlyArray<ImportColumn>
    sealed: Uint8Array | null
  }>`
    SELECT j.kind, i.mode, i.management_software AS software, i.columns, i.sealed, i.reset_page AS "resetPage"
    FROM imports i JOIN jobs j USING (job_id) WHERE i.job_id = ${jobKey} AND i.company_id = ${companyID}`
  if (row === undefined) return null
  const { kind, mode, software, columns, sealed, resetPage } = row
  const shared =
    sealed === null
      ? {}
      : yield* Effect.orDie(
          Effect.flatMap((yield* Keyring).openText(companyID, sharedAbout(jobKey), sealed), decodeShared)
        )
  const record: ImportRecord = {
    jobKey,
    companyID,
    kind,
    resetPage,
    mode,
    software,
    columns,
    shared,
    mapping: columns.map(({ field }) => field)
  }
  return record
})

/** Credentials are kept only as long as needed: the shared ones are deleted when the import ends. */
export const forgetShared = Effect.fnUntraced(function* (jobKey: JobKey) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE imports SET sealed = NULL WHERE job_id = ${jobKey}`
})

/** For an import that was not completed, also deletes those of its rows: a row that is done has none. */
export const forgetCredentials = Effect.fnUntraced(function* (jobKey: JobKey) {
  const sql = yield* SqlClient.SqlClient
  yield* forgetShared(jobKey)
  yield* sql`UPDATE job_rows SET sealed = NULL WHERE job_id = ${jobKey} AND sealed IS NOT NULL`
})
