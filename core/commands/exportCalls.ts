import { Effect, type Stream } from "effect"
import { withClient } from "#core/api/ApiClient.ts"
import { type ExportFormat, exportRowsHeader } from "#core/exports/exportFormats.ts"
import type { LocksFile, RowsFile } from "#core/exports/ExportsApi.ts"
import { FileCutOff, receiveFile } from "#core/exports/wholeFile.ts"

/** The row count of an export, and how to receive its bytes. Fails with `FileCutOff` if it isn't one, or isn't whole. */
const fileOf = <E, R>(
  [bytes, { headers }]: readonly [
    Stream.Stream<Uint8Array, E, R>,
    { readonly headers: Readonly<Record<string, string>> }
  ],
  format: ExportFormat
) => {
  const rows = Number(headers[exportRowsHeader])
  if (!Number.isInteger(rows)) return Effect.fail(new FileCutOff())
  return Effect.succeed({
    rows,
    receive: <E2, R2>(take: (part: Uint8Array) => Effect.Effect<void, E2, R2>) =>
      receiveFile(bytes, { rows, format }, take)
  })
}

/** Requests an export of locks; returns the row count and how to receive the bytes. */
export const askLocksFile = (payload: LocksFile) =>
  withClient((client) =>
    Effect.flatMap(client.exports.locks({ query: {}, payload, responseMode: "decoded-and-response" }), (answer) =>
      fileOf(answer, payload.format)
    )
  )

/** Requests an export of the given rows. */
export const askRowsFile = (payload: RowsFile) =>
  withClient((client) =>
    Effect.flatMap(client.exports.rows({ query: {}, payload, responseMode: "decoded-and-response" }), (answer) =>
      fileOf(answer, payload.format)
    )
  )
