import { Worker } from "node:worker_threads"
import { Effect, Fiber, Semaphore } from "effect"
import { ImportFileRefused } from "#core/imports/ImportErrors.ts"
import { importHeadings } from "#core/imports/importHeadings.ts"
import type { ImportKind } from "#core/jobs/Job.ts"
import type { ImportFileWork } from "./importFileWorker.ts"
import type { FileReading, ImportFile, ImportTable } from "./readImportFile.ts"

const workerFile = new URL(
  import.meta.url.endsWith(".ts") ? "./importFileWorker.ts" : "./importFileWorker.js",
  import.meta.url
)

/** What a thread may hold, in megabytes: many times what a file of 2 MB takes as cells. */
const resourceLimits = { maxOldGenerationSizeMb: 512 }

/** Files read at once, by all companies: each takes a thread and a core. */
const readersAtOnce = 2

/** How long a thread that has nothing to read is kept, in milliseconds: whoever fixes a file sends it again. */
const keptFor = 60_000

/**
 * `readImportFile` in threads of their own: the server goes on answering, whatever a file holds. Starting a thread takes longer than
 * reading most files, so one that has read a file is kept a while for the next. One that was given up on, or that a file was too
 * much for, is never used again.
 */
export const makeFileReaders = Effect.gen(function* () {
  const scope = yield* Effect.scope
  const reading = yield* Semaphore.make(readersAtOnce)
  const idle = new Map<Worker, Fiber.Fiber<void>>()
  const end = (worker: Worker) => Effect.promise(() => worker.terminate())

  yield* Effect.addFinalizer(() => Effect.forEach([...idle.keys()], end, { discard: true }))

  const started = () => {
    const worker = new Worker(workerFile, { resourceLimits })
    // One that ends by itself while it waits is no longer there for anybody.
    return worker.on("error", () => idle.delete(worker)).on("exit", () => idle.delete(worker))
  }

  const taken = Effect.gen(function* () {
    const [kept] = idle
    if (kept === undefined) return started()
    const [worker, wait] = kept
    idle.delete(worker)
    yield* Fiber.interrupt(wait)
    worker.ref()
    return worker
  })

  const keep = Effect.fnUntraced(function* (worker: Worker) {
    worker.unref()
    const wait = Effect.andThen(
      Effect.sleep(keptFor),
      Effect.suspend(() => (idle.delete(worker) ? end(worker) : Effect.void))
    )
    idle.set(worker, yield* Effect.forkIn(Effect.asVoid(wait), scope))
  })

  const answered = (worker: Worker, kind: ImportKind, file: ImportFile): Effect.Effect<FileReading> =>
    Effect.callback((resume) => {
      const hear = (outcome: Effect.Effect<FileReading>) => {
        worker.off("message", onMessage).off("error", onError).off("exit", onExit)
        resume(outcome)
      }
      const onMessage = (answer: FileReading) => hear(Effect.succeed(answer))
      const onError = (error: unknown) => hear(Effect.die(error))
      const onExit = (code: number) => hear(Effect.die(new Error(`the thread that reads a file ended with ${code}`)))
      worker.on("message", onMessage).on("error", onError).on("exit", onExit)
      const work: ImportFileWork = { file, headings: importHeadings[kind] }
      worker.postMessage(work)
      return end(worker)
    })

  return Effect.fnUntraced(
    function* (kind: ImportKind, file: ImportFile): Effect.fn.Return<ImportTable, ImportFileRefused> {
      const worker = yield* taken
      const answer = yield* answered(worker, kind, file)
      yield* keep(worker)
      return "table" in answer ? answer.table : yield* new ImportFileRefused({ data: answer.refused })
    },
    (effect) => reading.withPermit(effect)
  )
})
