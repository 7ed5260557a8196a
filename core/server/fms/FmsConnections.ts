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
  /** It leads to the simulators that this server started, whatever its fields say. Only demonstration data is so. */
  readonly simulated: boolean
}

/** What may be shown of it: which secrets there are, not what they are. */
export interface ShownConnection {
  readonly mode: Mode
  readonly fields: FmsFields
  readonly secretsSet: ReadonlyArray<FmsFieldName>
}

const about = (facilityID: number): string => `fms\n${facilityID}`
const decodeFields = Schema.decodeUnknownEffect(Schema.fromJsonString(FmsFields))

/** Fields that some FMS keeps secret. A facility can change its FMS: what was secret once stays so. */
const secretNames: ReadonlySet<FmsFieldName> = new Set(
  Object.values(fmsProfiles).flatMap(({ fields }) => fields.filter(({ secret }) => secret).map(({ name }) => name))
)

/** Secrets of fields that are not told keep their value; an empty text takes one away. */
const merged = (before: FmsFields, given: FmsFields): FmsFields =>
  Object.fromEntries(
    fmsFieldNames
      .map((name) => [name, (given[name] ?? (secretNames.has(name) ? before[name] : undefined) ?? "").trim()] as const)
      .filter(([, value]) => value !== "")
  )

/** How facilities' FMS are reached, sealed under the key of their company. */
export class FmsConnections extends Context.Service<
  FmsConnections,
  {
    /** Everything, for who makes the calls. Null where nothing is kept. */
    readonly read: (companyID: number, facilityID: number) => Effect.Effect<FmsConnection | null>
    /** Those of many facilities at once, by id. */
    readonly readMany: (
      companyID: number,
      facilityIDs: ReadonlyArray<number>
    ) => Effect.Effect<ReadonlyMap<number, FmsConnection>>
    /** For a form: never a secret. */
    readonly shown: (companyID: number, facilityID: number) => Effect.Effect<ShownConnection>
    /** What would be kept if these fields were written. */
    readonly drafted: (companyID: number, facilityID: number | null, fields: FmsFields) => Effect.Effect<FmsConnection>
    /** Keeps fields, in the transaction of the caller. A secret that is absent stays, an empty one goes. */
    readonly write: (
      companyID: number,
      facilityID: number,
      connection: { readonly mode: Mode; readonly fields: FmsFields; readonly simulated?: boolean }
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

      const drafted = Effect.fn("FmsConnections.drafted")(function* (
        companyID: number,
        facilityID: number | null,
        fields: FmsFields
      ) {
        const before = facilityID === null ? null : yield* read(companyID, facilityID)
        return {
          mode: before?.mode ?? IntegrationMode.id.ViaFms,
          simulated: before?.simulated ?? false,
          fields: merged(before?.fields ?? {}, fields)
        }
      })

      const write = Effect.fn("FmsConnections.write")(function* (
        companyID: number,
        facilityID: number,
        { mode, fields, simulated }: { readonly mode: Mode; readonly fields: FmsFields; readonly simulated?: boolean }
      ) {
        const draft = yield* drafted(companyID, facilityID, fields)
        const sealed = yield* keyring.sealText(companyID, about(facilityID), JSON.stringify(draft.fields))
        yield* sql`
          INSERT INTO facility_fms (facility_id, company_id, mode, sealed, simulated, updated_at)
          VALUES (${facilityID}, ${companyID}, ${mode}, ${sealed}, ${simulated ?? false}, ${yield* now}::timestamptz)
          ON CONFLICT (facility_id) DO UPDATE SET company_id = excluded.company_id, mode = excluded.mode,
            sealed = excluded.sealed, updated_at = excluded.updated_at,
            simulated = facility_fms.simulated AND facility_fms.company_id = excluded.company_id`
      }, Effect.orDie)

      return FmsConnections.of({
        read,
        readMany,
        drafted,
        write,
        shown: (companyID, facilityID) =>
          Effect.map(read(companyID, facilityID), (connection) => {
            const { mode, fields } = connection ?? { mode: IntegrationMode.id.ViaFms, fields: {} as FmsFields }
            const named = fmsFieldNames.filter((name) => fields[name] !== undefined)
            return {
              mode,
              secretsSet: named.filter((name) => secretNames.has(name)),
              fields: Object.fromEntries(
                named.filter((name) => !secretNames.has(name)).map((name) => [name, fields[name] ?? ""])
              )
            }
          }),
        forget: (companyID, facilityID) =>
          sql`DELETE FROM facility_fms WHERE facility_id = ${facilityID} AND company_id = ${companyID}`.pipe(
            Effect.asVoid,
            Effect.orDie
          )
      })
    })
  )
}
