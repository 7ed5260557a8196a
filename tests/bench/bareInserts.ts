import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Serves a plain node:http server that makes one durable insert into `bare_insert` per request, until `closed`. Prints its
 * port.
 */
export const bareInserts = Effect.fnUntraced(function* (
  say: (facts: object) => Effect.Effect<unknown>,
  closed: Effect.Effect<void>
) {
  const sql = yield* SqlClient.SqlClient
  const run = Effect.runPromiseWith(yield* Effect.context<SqlClient.SqlClient>())
  const server = createServer((request, response) => {
    const pieces: Array<Buffer> = []
    request.on("data", (piece: Buffer) => pieces.push(piece))
    request.on("end", () => {
      const note = Buffer.concat(pieces).toString()
      run(sql`INSERT INTO bare_insert (at, note) VALUES (${new Date()}, ${note}) RETURNING id`).then(
        (rows) => {
          const body = JSON.stringify(rows[0])
          const head = { "content-type": "application/json", "content-length": Buffer.byteLength(body) }
          response.writeHead(200, head).end(body)
        },
        () => response.writeHead(500).end()
      )
    })
  })
  yield* Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void)))
  yield* say({ port: (server.address() as AddressInfo).port })
  yield* closed
  server.closeAllConnections()
  server.close()
})
