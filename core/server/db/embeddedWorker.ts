/**
 * Entry of the worker thread with the embedded database. A query is synchronous WASM: on the server's own thread it would block
 * HTTP and the hub.
 */
import { existsSync } from "node:fs"
import { join } from "node:path"
import { parentPort, workerData } from "node:worker_threads"
import { messageOf } from "#core/base/messageOf.ts"
import { createDataFolder } from "./createDataFolder.ts"
import { openDurablePglite } from "./durablePglite.ts"
import { proveDurable } from "./durabilityCanary.ts"
import type { EngineWorkerData, FromEngine, ToEngine } from "./engineMessages.ts"
import { simpleQuery, sync } from "./wireMessages.ts"

if (parentPort === null) throw new Error("embeddedWorker.ts runs as a worker thread only")
const port = parentPort
const { folder, mayCreate } = workerData as EngineWorkerData

const send = (message: FromEngine): void =>
  port.postMessage(message, message.kind === "bytes" ? [message.bytes.buffer] : [])

/** Ends the thread from within any call, including calls out of WASM: nothing of a broken engine may continue. */
const stop = (reason: string): never => {
  send({ kind: "stopped", reason })
  return process.exit(1)
}

const start = async () => {
  if (!existsSync(join(folder, "PG_VERSION"))) {
    if (!mayCreate) return stop(`its files in ${folder} are gone`)
    await createDataFolder(folder, stop)
  }
  const engine = await openDurablePglite(folder, stop)
  proveDurable(engine)
  return engine
}

const engine = await start().catch((cause: unknown) => stop(messageOf(cause)))

const endSession = [sync(), simpleQuery("ROLLBACK"), simpleQuery("DISCARD ALL")]

port.on("message", (message: ToEngine) => {
  switch (message.kind) {
    case "bytes": {
      const answer = engine.execute(message.bytes)
      if (answer.length > 0) send({ kind: "bytes", bytes: answer })
      return
    }
    case "reset":
      for (const step of endSession) engine.execute(step)
      send({ kind: "fresh" })
      return
    case "close":
      void engine.close().then(
        () => port.close(),
        (cause: unknown) => stop(`closing failed: ${String(cause)}`)
      )
  }
})
send({ kind: "ready" })
