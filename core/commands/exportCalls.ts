import { Effect } from "effect"
import { withClient } from "#core/api/ApiClient.ts"
import { exportRowsHeader } from "#core/exports/exportFormats.ts"
import type { LocksFile, RowsFile } from "#core/exports/ExportsApi.ts"

/** Asks for a file of locks: how many rows it will have, and its bytes as they come. */
export const askLocksFile = (payload: LocksFile) =>
  withClient((client) =>
    Effect.map(
      client.exports.locks({ query: {}, payload, responseMode: "decoded-and-response" }),
      ([bytes, { headers }]) => ({ rows: Number(headers[exportRowsHeader] ?? 0), bytes })
    )
  )

/** Asks for a file of rows in hand. */
export const askRowsFile = (payload: RowsFile) =>
  withClient((client) =>
    Effect.map(
      client.exports.rows({ query: {}, payload, responseMode: "decoded-and-response" }),
      ([bytes, { headers }]) => ({ rows: Number(headers[exportRowsHeader] ?? 0), bytes })
    )
  )
