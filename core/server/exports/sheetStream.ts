import { Worker } from "node:worker_threads"
import { Data, Deferred, Effect, Exit, Queue, Stream } from "effect"
import type { FromSheet, SheetHead, ToSheet } from "./sheetMessages.ts"

/** The file could not be finished: its thread ended, or whoever asked for it takes nothing any more. */
export class SheetFailed extends Data.TaggedError("SheetFailed")<{ readonly reason: string }> {}

const workerFile = new URL(import.meta.url.endsWith(".ts") ? "./sheetWorker.ts" : "./sheetWorker.js", import.meta.url)

/** What a thread may hold, in megabytes: several times what a piece of rows takes. */
const resourceLimits = { maxOldGenerationSizeMb: 512 }

/** Pieces of the file that wait to be sent, and how long one may wait before the client counts as gone, in milliseconds. */
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
  /** Hands a message over and waits for what came of it. */
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
 * A file of rows, made in a thread of its own while it is sent. `pieces` are texts of JSON arrays of rows; the next is asked
 * for when the one before is written and what came of it is on its way, so that no more than a few are held, however long the
 * list. Giving the stream up ends the thread.
 */
export const sheetStream = <R>(
  head: SheetHead,
  pieces: Stream.Stream<string, never, R>
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
