/** The thread that one file is read in: a hostile one takes its time, and nobody else waits for it. */
import { parentPort, workerData } from "node:worker_threads"
import { Effect, Result } from "effect"
import { type ImportFile, readImportFile } from "./readImportFile.ts"

if (parentPort === null) throw new Error("importFileWorker.ts runs as a worker thread only")
parentPort.postMessage(
  Result.match(await Effect.runPromise(Effect.result(readImportFile(workerData as ImportFile))), {
    onSuccess: (table) => ({ table }),
    onFailure: ({ data }) => ({ refused: data })
  })
)
