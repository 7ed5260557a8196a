import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type FmsFieldName, FmsFields, fmsFieldNames, fmsProfiles } from "#core/fms/fmsFields.ts"
import { IntegrationMode } from "#core/fms/fmsSystems.ts"
import { now } from "../db/now.ts"
import { Keyring } from "../secrets/Keyring.ts"

type Mode = (typeof IntegrationMode.ids)[number]

/** How a facility's FMS is reached, as it is kept. */
export interface FmsConnection {
  readonly mode: Mode
  readonly fields: FmsFields
  /**
   * It leads to the simulators that this server started, whatever its fields say. Only connections of the demonstration's
   * companies are so: what `seedFms` made, and what is added beside it.
   */
  readonly simulated: boolean
}

/** What may be shown of it: every field, empty where it is not set; which secrets there are, not what they are. */
export interface ShownConnection {
  readonly mode: Mode
  readonly fields: FmsFields
  readonly secretsSet: ReadonlyArray<FmsFieldName>
}

/** Nothing is known of how the software is reached. */
export const noConnection: FmsConnection = { mode: IntegrationMode.id.ViaFms, fields: {}, simulated: false }

const about = (facilityID: number): string => `fms\n${facilityID}`
const decodeFields = Schema.decodeUnknownEffect(Schema.fromJsonString(FmsFields))

/** Fields that some FMS keeps secret. A facility can change its FMS: what was secret once stays so. */
const secretNames: ReadonlySet<FmsFieldName> = new Set(
  Object.values(fmsProfiles).flatMap(({ fields }) => fields.filter(({ secret }) => secret).map(({ name }) => name))
)

const originOf = (address: string | undefined): string => {
  const text = (address ?? "").trim()
  return URL.canParse(text) ? new URL(text).origin : text
}

/**
 * Fields that are not told keep their value; an empty text takes one away. A secret stays with the server that it was given
 * for: whoever may type a base URL has it sent nowhere else.
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

/** What is told of a connection; what is absent stays. */
export interface ConnectionWish {
  readonly mode?: Mode | undefined
  readonly fields?: FmsFields | undefined
}

/** What would be kept if this were written over what is kept, or over what a company's new connections begin as. */
export const draftedConnection = (before: FmsConnection, { mode, fields }: ConnectionWish): FmsConnection => ({
  ...before,
  mode: mode ?? before.mode,
  fields: fields === undefined ? before.fields : merged(before.fields, fields)
})

/** Whether two connections lead to the same place with the same credentials. */
export const sameConnection = (one: FmsConnection | null, other: FmsConnection | null): boolean =>
  one?.mode === other?.mode && fmsFieldNames.every((name) => one?.fields[name] === other?.fields[name])

/** How facilities' FMS are reached, sealed under the key of their company. */
export class FmsConnections extends Context.Service<
  FmsConnections,
  {
    /** What a connection of a company begins as: empty, and simulated where those that the company has are. */
    readonly begun: (companyID: number) => Effect.Effect<FmsConnection>
    /** Everything, for who makes the calls. Null where nothing is kept. */
    readonly read: (companyID: number, facilityID: number) => Effect.Effect<FmsConnection | null>
    /** Those of many facilities at once, by id. */
    readonly readMany: (
      companyID: number,
      facilityIDs: ReadonlyArray<number>
    ) => Effect.Effect<ReadonlyMap<number, FmsConnection>>
    /** For a form: never a secret. */
    readonly shown: (companyID: number, facilityID: number) => Effect.Effect<ShownConnection>
    /**
     * Keeps fields, in the transaction of the caller. What is absent stays, what is empty goes. What was read of
     * units over another connection is forgotten.
     */
    readonly write: (
      companyID: number,
      facilityID: number,
      connection: ConnectionWish & { readonly simulated?: boolean }
    ) => Effect.Effect<void>
    /**
     * Keeps drafts of many facilities, in the transaction of the caller: other connections than they had, so that units
     * that were read before are forgotten.
     */
    readonly writeMany: (
      companyID: number,
      drafts: ReadonlyArray<Pick<FmsConnection, "mode" | "fields"> & { readonly facilityID: number }>
    ) => Effect.Effect<void>
    /** For a facility that goes: its credentials stay with nobody. */
    readonly forget: (companyID: number, facilityID: number) => Effect.Effect<void>
  }
>()("lockdesk/server/FmsConnections") {
  static readonly layer = Layer.effect(
    FmsConnections,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const keyring = yield* Keyring

      const readMany = Effect.fn("FmsConnections.readMany")(function* (
        companyID: number,
        facilityIDs: ReadonlyArray<number>
      ) {
        const rows = yield* sql<{ id: number; mode: Mode; sealed: Uint8Array; simulated: boolean }>`
          SELECT facility_id AS id, mode, sealed, simulated FROM facility_fms
          WHERE facility_id = ANY(${[...facilityIDs]}::int[]) AND company_id = ${companyID}`
        const found = yield* Effect.forEach(rows, ({ id, mode, sealed, simulated }) =>
          keyring.openText(companyID, about(id), sealed).pipe(
            Effect.flatMap(decodeFields),
            Effect.map((fields): readonly [number, FmsConnection] => [id, { mode, simulated, fields }])
          )
        )
        return new Map(found) as ReadonlyMap<number, FmsConnection>
      }, Effect.orDie)

      const read = (companyID: number, facilityID: number) =>
        Effect.map(readMany(companyID, [facilityID]), (found) => found.get(facilityID) ?? null)

      const simulates = (companyID: number) =>
        sql`EXISTS (SELECT FROM facility_fms s WHERE s.company_id = ${companyID} AND s.simulated)`

      const begun = Effect.fn("FmsConnections.begun")(function* (companyID: number) {
        const [row] = yield* sql<{ simulated: boolean }>`SELECT ${simulates(companyID)} AS simulated`
        return { ...noConnection, simulated: row?.simulated ?? false }
      }, Effect.orDie)

      const forgetUnits = (companyID: number, facilityID: number) =>
        sql`DELETE FROM facility_units WHERE facility_id = ${facilityID} AND company_id = ${companyID}`

      const write = Effect.fn("FmsConnections.write")(function* (
        companyID: number,
        facilityID: number,
        { mode, fields, simulated }: ConnectionWish & { readonly simulated?: boolean }
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
        companyID: number,
        drafts: ReadonlyArray<Pick<FmsConnection, "mode" | "fields"> & { readonly facilityID: number }>
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
