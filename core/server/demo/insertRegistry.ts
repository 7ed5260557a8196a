import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Keyring } from "../secrets/Keyring.ts"
import { parameterTable } from "./parameterTable.ts"

/** A manufactured lock. */
export interface DemoStock {
  readonly serial: string
  readonly combination: string
}

/** Inserts manufactured locks into the registry, with sealed combinations. */
export const insertRegistry = Effect.fnUntraced(function* (
  stock: ReadonlyArray<DemoStock>,
  loadedBy: number,
  loadedAt: Date
) {
  const sql = yield* SqlClient.SqlClient
  const keyring = yield* Keyring
  const rows = parameterTable(sql, stock, {
    serial: ["text", ({ serial }) => serial],
    sealed: ["bytea", ({ serial, combination }) => keyring.sealRegistryCode(serial, combination)]
  })
  yield* sql`
    INSERT INTO registry (serial, sealed, loaded_by, loaded_at)
    SELECT serial, sealed, ${loadedBy}, ${loadedAt}::timestamptz FROM ${rows} ORDER BY nr`
})
