import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { CompanyId, FacilityId } from "#core/base/ids.ts"
import { type FmsFieldName, FmsFields, fmsFieldNames, fmsProfiles } from "#core/fms/fmsFields.ts"
import { IntegrationMode } from "#core/fms/fmsSystems.ts"
import { now } from "../db/now.ts"
import { Keyring } from "../secrets/Keyring.ts"

type Mode = (typeof IntegrationMode.ids)[number]

/** A facility's FMS connection, unsealed. */
export interface FmsConnection {
  readonly mode: Mode
  readonly fields: FmsFields
  /**
   * Whether it uses this server's simulators, whatever its fields contain. Only for companies of the demonstration: connections
   * created by `seedFms`, and those added later.
   */
  readonly simulated: boolean
}

/** The presentable part of it: every field, empty if unset; for secrets only whether they are set. */
export interface ShownConnection {
  readonly mode: Mode
  readonly fields: FmsFields
  readonly secretsSet: ReadonlyArray<FmsFieldName>
}

/** A connection without any settings. */
export const noConnection: FmsConnection = { mode: IntegrationMode.id.ViaFms, fields: {}, simulated: false }

const about = (facilityID: FacilityId): string => `fms\n${facilityID}`
const decodeFields = Schema.decodeUnknownEffect(Schema.fromJsonString(FmsFields))

/** Fields that are secret for any FMS. If a facility changes its FMS, they stay secret. */
const secretNames: ReadonlySet<FmsFieldName> = new Set(
  Object.values(fmsProfiles).flatMap(({ fields }) => fields.filter(({ secret }) => secret).map(({ name }) => name))
)

const originOf = (address: string | undefined): string => {
  const text = (address ?? "").trim()
  return URL.canParse(text) ? new URL(text).origin : text
}

/**
 * Merges fields: missing ones stay, empty ones are removed. A secret is kept only for the server it was entered for, so that
 * changing the base URL can't send it elsewhere.
 */
const merged = (before: FmsFields, given: FmsFields): FmsFields => {
  const sameServer = originOf(before.baseUrl) === originOf(given.baseUrl ?? before.baseUrl)
  const kept = (name: FmsFieldName) => (sameServer || !secretNames.has(name) ? before[name] : undefined)
  return Object.fromEntries(
    fmsFieldNames
      .map((name) => [name, (given[name] ?? kept(name) ?? "").trim()] as const)
      .filter(([, value]) => value !== "")
  )
}

/** The requested connection; missing fields stay. */
export interface ConnectionPatch {
  readonly mode?: Mode | undefined
  readonly fields?: FmsFields | undefined
}

/** The connection after a change of the stored one, or of a company's default. */
export const draftedConnection = (before: FmsConnection, { mode, fields }: ConnectionPatch): FmsConnection => ({
  ...before,
  mode: mode ?? before.mode,
  fields: fields === undefined ? before.fields : merged(before.fields, fields)
})

/** Whether two connections use the same server and credentials. */
export const sameConnection = (one: FmsConnection | null, other: FmsConnection | null): boolean =>
  one?.mode === other?.mode && fmsFieldNames.every((name) => one?.fields[name] === other?.fields[name])

/** FMS connections of facilities, sealed with their company's key. */
export class FmsConnections extends Context.Service<
  FmsConnections,
  {
    /** A company's default connection: empty, and simulated if its others are. */
    readonly begun: (companyID: CompanyId) => Effect.Effect<FmsConnection>
    /** Everything, for making calls. Null if nothing is stored. */
    readonly read: (companyID: CompanyId, facilityID: FacilityId) => Effect.Effect<FmsConnection | null>
    /** Those of many facilities at once, by id. */
    readonly readMany: (
      companyID: CompanyId,
      facilityIDs: ReadonlyArray<FacilityId>
    ) => Effect.Effect<ReadonlyMap<FacilityId, FmsConnection>>
    /** For a form, without secrets. */
    readonly shown: (companyID: CompanyId, facilityID: FacilityId) => Effect.Effect<ShownConnection>
    /**
     * Stores fields in the caller's transaction. Missing fields stay, empty ones are removed. Units read over another
     * connection are deleted.
     */
    readonly write: (
      companyID: CompanyId,
      facilityID: FacilityId,
      connection: ConnectionPatch & { readonly simulated?: boolean }
    ) => Effect.Effect<void>
    /** Stores connections of many facilities in the caller's transaction. They are new, so units read before are deleted. */
    readonly writeMany: (
      companyID: CompanyId,
      drafts: ReadonlyArray<Pick<FmsConnection, "mode" | "fields"> & { readonly facilityID: FacilityId }>
    ) => Effect.Effect<void>
    /** Deletes the credentials of a facility that is deleted or transferred. */
    readonly forget: (companyID: CompanyId, facilityID: FacilityId) => Effect.Effect<void>
  }
>()("lockdesk/server/FmsConnections") {
  static readonly layer = Layer.effect(
    FmsConnections,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const keyring = yield* Keyring

      const readMany = Effect.fn("FmsConnections.readMany")(function* (
        companyID: CompanyId,
        facilityIDs: ReadonlyArray<FacilityId>
      ) {
        const rows = yield* sql<{ id: FacilityId; mode: Mode; sealed: Uint8Array; simulated: boolean }>`
          SELECT facility_id AS id, mode, sealed, simulated FROM facility_fms
          WHERE facility_id = ANY(${[...facilityIDs]}::int[]) AND company_id = ${companyID}`
        const found = yield* Effect.forEach(rows, ({ id, mode, sealed, simulated }) =>
          keyring.openText(companyID, about(id), sealed).pipe(
            Effect.flatMap(decodeFields),
            Effect.map((fields): readonly [FacilityId, FmsConnection] => [id, { mode, simulated, fields }])
          )
        )
        return new Map(found)
      }, Effect.orDie)

      const read = (companyID: CompanyId, facilityID: FacilityId) =>
        Effect.map(readMany(companyID, [facilityID]), (found) => found.get(facilityID) ?? null)

      const simulates = (companyID: CompanyId) =>
        sql`EXISTS (SELECT FROM facility_fms s WHERE s.company_id = ${companyID} AND s.simulated)`

      const begun = Effect.fn("FmsConnections.begun")(function* (companyID: CompanyId) {
        const [row] = yield* sql<{ simulated: boolean }>`SELECT ${simulates(companyID)} AS simulated`
        return { ...noConnection, simulated: row?.simulated ?? false }
      }, Effect.orDie)

      const forgetUnits = (companyID: CompanyId, facilityID: FacilityId) =>
        sql`DELETE FROM facility_units WHERE facility_id = ${facilityID} AND company_id = ${companyID}`

      const write = Effect.fn("FmsConnections.write")(function* (
        companyID: CompanyId,
        facilityID: FacilityId,
        { mode, fields, simulated }: ConnectionPatch & { readonly simulated?: boolean }
      ) {
        const before = yield* read(companyID, facilityID)
        const beginning = yield* begun(companyID)
        const draft = draftedConnection(before ?? beginning, { mode, fields })
        if (!sameConnection(before, draft)) yield* forgetUnits(companyID, facilityID)
        const sealed = yield* keyring.sealText(companyID, about(facilityID), JSON.stringify(draft.fields))
        yield* sql`
          INSERT INTO facility_fms (facility_id, company_id, mode, sealed, simulated, updated_at)
          VALUES (${facilityID}, ${companyID}, ${draft.mode}, ${sealed}, ${simulated ?? beginning.simulated}, ${yield* now}::timestamptz)
          ON CONFLICT (facility_id) DO UPDATE SET company_id = excluded.company_id, mode = excluded.mode,
            sealed = excluded.sealed, updated_at = excluded.updated_at,
            simulated = facility_fms.simulated AND facility_fms.company_id = excluded.company_id`
      }, Effect.orDie)

      const writeMany = Effect.fn("FmsConnections.writeMany")(function* (
        companyID: CompanyId,
        drafts: ReadonlyArray<Pick<FmsConnection, "mode" | "fields"> & { readonly facilityID: FacilityId }>
      ) {
        if (drafts.length === 0) return
        const ids = drafts.map(({ facilityID }) => facilityID)
        yield* sql`DELETE FROM facility_units WHERE facility_id = ANY(${ids}::int[]) AND company_id = ${companyID}`
        const sealed = yield* Effect.forEach(drafts, ({ facilityID, fields }) =>
          keyring.sealText(companyID, about(facilityID), JSON.stringify(fields))
        )
        yield* sql`
          INSERT INTO facility_fms (facility_id, company_id, mode, sealed, simulated, updated_at)
          SELECT n.facility_id, ${companyID}, n.mode, n.sealed, ${simulates(companyID)}, ${yield* now}::timestamptz
          FROM unnest(${ids}::int[], ${drafts.map(({ mode }) => mode)}::smallint[], ${sealed}::bytea[]) AS n(facility_id, mode, sealed)
          ON CONFLICT (facility_id) DO UPDATE SET company_id = excluded.company_id, mode = excluded.mode,
            sealed = excluded.sealed, updated_at = excluded.updated_at,
            simulated = facility_fms.simulated AND facility_fms.company_id = excluded.company_id`
      }, Effect.orDie)

      return FmsConnections.of({
        begun,
        writeMany,
        read,
        readMany,
        write,
        shown: (companyID, facilityID) =>
          Effect.map(read(companyID, facilityID), (connection) => {
            const { mode, fields } = connection ?? noConnection
            const isSecret = (name: FmsFieldName) => secretNames.has(name)
            return {
              mode,
              secretsSet: fmsFieldNames.filter((name) => isSecret(name) && fields[name] !== undefined),
              fields: Object.fromEntries(
                fmsFieldNames.filter((name) => !isSecret(name)).map((name) => [name, fields[name] ?? ""])
              )
            }
          }),
        forget: (companyID, facilityID) =>
          sql`DELETE FROM facility_fms WHERE facility_id = ${facilityID} AND company_id = ${companyID}`.pipe(
            Effect.andThen(forgetUnits(companyID, facilityID)),
            Effect.asVoid,
            Effect.orDie
          )
      })
    })
  )
}
