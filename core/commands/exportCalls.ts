import { Effect } from "effect"
import { withClient } from "#core/api/ApiClient.ts"
import { exportRowsHeader } from "#core/exports/exportFormats.ts"
import type { LocksFile, RowsFile } from "#core/exports/ExportsApi.ts"

/** Requests an export of locks; returns the row count and the stream of bytes. */
export const askLocksFile = (payload: LocksFile) =>
  withClient((client) =>
    Effect.map(
      client.exports.locks({ query: {}, payload, responseMode: "decoded-and-response" }),
      ([bytes, { headers }]) => ({ rows: Number(headers[exportRowsHeader] ?? 0), bytes })
    )
  )

/** Requests an export of the given rows. */
export const askRowsFile = (payload: RowsFile) =>
  withClient((client) =>
    Effect.map(
      client.exports.rows({ query: {}, payload, responseMode: "decoded-and-response" }),
      ([bytes, { headers }]) => ({ rows: Number(headers[exportRowsHeader] ?? 0), bytes })
    )
  )
