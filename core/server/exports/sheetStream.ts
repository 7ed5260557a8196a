import { Worker } from "node:worker_threads"
import { Data, Deferred, Effect, Exit, Queue, Stream } from "effect"
import type { FromSheet, SheetHead, ToSheet } from "./sheetMessages.ts"

/** The file could not be finished: its thread ended, the client stopped reading, or its reader may no longer see the rows. */
export class SheetFailed extends Data.TaggedError("SheetFailed")<{ readonly reason: string }> {}

const workerFile = new URL(import.meta.url.endsWith(".ts") ? "./sheetWorker.ts" : "./sheetWorker.js", import.meta.url)

/** The thread's memory limit in megabytes: several times a batch of rows. */
const resourceLimits = { maxOldGenerationSizeMb: 512 }

/**
 * The maximum number of chunks waiting to be sent, and how long one may wait before the client counts as gone, in milliseconds.
 */
const waiting = 16
const patience = 60_000

/** A thread that writes one file; it ends with the scope. */
const sheetThread = Effect.fnUntraced(function* (head: SheetHead) {
  const gone = yield* Deferred.make<never, SheetFailed>()
  const end = (reason: string) => Deferred.doneUnsafe(gone, Exit.fail(new SheetFailed({ reason })))
  const worker = yield* Effect.acquireRelease(
    Effect.sync(() =>
      new Worker(workerFile, { workerData: head, resourceLimits })
        .on("error", (error: Error) => end(error.message))
        .on("exit", (code) => end(`the thread ended with ${code}`))
    ),
    (started) => Effect.promise(() => started.terminate())
  )
  /** Sends a message and waits for its reply. */
  return (message: ToSheet): Effect.Effect<ReadonlyArray<Uint8Array>, SheetFailed> =>
    Effect.raceFirst(
      Effect.callback<ReadonlyArray<Uint8Array>>((resume) => {
        const answered = ({ bytes }: FromSheet) => resume(Effect.succeed(bytes))
        worker.once("message", answered)
        worker.postMessage(message)
        return Effect.sync(() => worker.off("message", answered))
      }),
      Deferred.await(gone)
    )
})

/**
 * A file of rows, created in its own thread while it is sent. `pieces` are JSON arrays of rows; the next one is requested after
 * the previous one is written and being sent, so that memory use does not depend on the length of the list. Closing the stream
 * ends the thread.
 */
export const sheetStream = <R>(
  head: SheetHead,
  pieces: Stream.Stream<string, SheetFailed, R>
): Stream.Stream<Uint8Array, SheetFailed, R> =>
  Stream.callback<Uint8Array, SheetFailed, R>(
    Effect.fnUntraced(function* (queue) {
      const tell = yield* sheetThread(head)
      const write = (message: ToSheet) =>
        Effect.flatMap(tell(message), (parts) =>
          Effect.forEach(parts, (part) => Queue.offer(queue, part), { discard: true }).pipe(
            Effect.timeoutOrElse({
              duration: patience,
              orElse: () => Effect.fail(new SheetFailed({ reason: "the client takes nothing" }))
            })
          )
        )
      yield* Stream.runForEach(pieces, (rows) => write({ rows }))
      yield* write({ end: true })
      yield* Queue.end(queue)
    }),
    { bufferSize: waiting, strategy: "suspend" }
  )
