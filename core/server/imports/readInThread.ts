import { Worker } from "node:worker_threads"
import { Effect } from "effect"
import { ImportFileRefused } from "#core/imports/ImportErrors.ts"
import { importHeadings } from "#core/imports/importHeadings.ts"
import type { ImportFileWork } from "./importFileWorker.ts"
import type { FileReading, ImportFile, ImportTable } from "./readImportFile.ts"

const workerFile = new URL(
  import.meta.url.endsWith(".ts") ? "./importFileWorker.ts" : "./importFileWorker.js",
  import.meta.url
)

/** What the thread may hold, in megabytes: many times what a file of 2 MB takes as cells. */
const resourceLimits = { maxOldGenerationSizeMb: 512 }

/** `readImportFile` in a thread of its own, which ends with it: the server goes on answering, whatever the file holds. */
export const readInThread = (file: ImportFile): Effect.Effect<ImportTable, ImportFileRefused> =>
  Effect.callback((resume) => {
    const workerData: ImportFileWork = { file, headings: importHeadings }
    const worker = new Worker(workerFile, { workerData, resourceLimits })
      .once("message", (answer: FileReading) =>
        resume(
          "table" in answer
            ? Effect.succeed(answer.table)
            : Effect.fail(new ImportFileRefused({ data: answer.refused }))
        )
      )
      .once("error", (error) => resume(Effect.die(error)))
      .once("exit", (code) => resume(Effect.die(new Error(`the thread that reads a file ended with ${code}`))))
    return Effect.promise(() => worker.terminate())
  })
