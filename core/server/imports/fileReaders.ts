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

/** The memory limit of a thread in megabytes: many times the cells of a 2 MB file. */
const resourceLimits = { maxOldGenerationSizeMb: 512 }

/** The number of files read at the same time for all companies: each uses a thread and a core. */
const readersAtOnce = 2

/** How long an idle thread is kept, in milliseconds: users who fix a file upload it again. */
const keptFor = 60_000

/**
 * Runs `readImportFile` in worker threads, so that no file can block the server. Starting a thread takes longer than reading
 * most files, so it is kept for the next file. A thread that timed out or ran out of memory is never reused.
 */
export const makeFileReaders = Effect.gen(function* () {
  const scope = yield* Effect.scope
  const reading = yield* Semaphore.make(readersAtOnce)
  const idle = new Map<Worker, Fiber.Fiber<void>>()
  const end = (worker: Worker) => Effect.promise(() => worker.terminate())

  yield* Effect.addFinalizer(() => Effect.forEach([...idle.keys()], end, { discard: true }))

  const started = () => {
    const worker = new Worker(workerFile, { resourceLimits })
    // A thread that ends while idle is removed.
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
      const onMessage = (answer: string) => hear(Effect.sync(() => JSON.parse(answer) as FileReading))
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
