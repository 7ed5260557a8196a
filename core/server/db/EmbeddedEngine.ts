import { Worker } from "node:worker_threads"
import { EngineStream } from "./EngineStream.ts"
import type { EngineWorkerData, FromEngine, ToEngine } from "./engineMessages.ts"

/** After a start that failed (a disk that is still full, say) the next attempt waits this long, in milliseconds. */
const restartPause = 1000

/** What happens to a running engine. */
export type EngineEvent = { readonly kind: "stopped"; readonly reason: string } | { readonly kind: "back" }

/** The worker's file is `.ts` when run from the sources and `.js` beside this one in a bundle. */
const workerFile = new URL(
  import.meta.url.endsWith(".ts") ? "./embeddedWorker.ts" : "./embeddedWorker.js",
  import.meta.url
)

/**
 * Owns the worker thread with the embedded database. One stream at a time has the engine (several would mix up each
 * other's statements); the next waits until that one ends. When the engine stops by itself, the stream that had it
 * fails with the reason, and the next stream gets a new worker, which replays the log before it answers.
 */
export class EmbeddedEngine {
  readonly #folder: string
  readonly #report: (event: EngineEvent) => void
  #worker: Worker | undefined
  #starting: Promise<void> | undefined
  #startFailure: Error | undefined
  #current: EngineStream | undefined
  /** Resets the engine has not answered yet: until then its bytes belong to a client before. */
  #resets = 0
  readonly #queue: Array<EngineStream> = []
  /** Why it stopped last; empty while it runs, undefined until it has run. */
  #lastStop: string | undefined
  #closed = false
  #deadline: NodeJS.Timeout | undefined

  /** `report` hears of everything after the first start; that one is `start`'s to report. */
  constructor(folder: string, report: (event: EngineEvent) => void) {
    this.#folder = folder
    this.#report = report
  }

  /** Resolves when the folder is open, replayed and proved durable; rejects with the reason why not. */
  start(): Promise<void> {
    if (this.#closed) return Promise.reject(new Error("the embedded database is closed"))
    if (this.#startFailure !== undefined) return Promise.reject(this.#startFailure)
    this.#starting ??= this.#launch()
    return this.#starting
  }

  /** What the driver's `stream` option wants: a socket that may not be connected yet. */
  readonly connect = (): EngineStream => {
    const stream = new EngineStream({ send: this.#send, release: this.#release })
    this.#queue.push(stream)
    this.#admitNext()
    return stream
  }

  /** From now on, whatever still runs is cut off after `millis`. Call before `close`, which ends the wait. */
  endWithin(millis: number): void {
    this.#deadline ??= setTimeout(() => void this.#worker?.terminate(), millis)
  }

  /** Shuts PostgreSQL down cleanly. Waits for what runs; see `endWithin`. */
  async close(): Promise<void> {
    this.#closed = true
    for (const stream of this.#queue.splice(0)) stream.destroy(new Error("the embedded database is closing"))
    await this.#starting?.catch(() => undefined)
    const worker = this.#worker
    if (worker !== undefined) {
      const gone = new Promise((resolve) => worker.once("exit", resolve))
      this.#post({ kind: "close" })
      await gone
    }
    clearTimeout(this.#deadline)
  }

  #launch(): Promise<void> {
    const workerData: EngineWorkerData = { folder: this.#folder, mayCreate: this.#lastStop === undefined }
    const worker = new Worker(workerFile, { workerData })
    this.#worker = worker
    return new Promise((resolve, reject) => {
      let ready = false
      let reason: string | undefined
      worker.on("message", (message: FromEngine) => {
        switch (message.kind) {
          case "ready":
            ready = true
            if (this.#lastStop !== undefined) this.#report({ kind: "back" })
            this.#lastStop = ""
            return resolve()
          case "fresh":
            this.#resets--
            return
          case "bytes":
            if (this.#resets === 0) this.#current?.push(message.bytes)
            return
          case "stopped":
            reason = message.reason
            return
        }
      })
      worker.on("error", (cause) => (reason ??= String(cause)))
      worker.on("exit", () => {
        this.#worker = undefined
        this.#starting = undefined
        this.#resets = 0
        const error = new Error(`the embedded database stopped: ${reason ?? "its thread was ended"}`)
        if (!ready) {
          this.#startFailure = error
          setTimeout(() => (this.#startFailure = undefined), restartPause).unref()
        }
        reject(error)
        // Once per reason: while the disk is full, every attempt to come back ends in the same way.
        if (!this.#closed && this.#lastStop !== undefined && this.#lastStop !== error.message) {
          this.#lastStop = error.message
          this.#report({ kind: "stopped", reason: error.message })
        }
        this.#current?.destroy(error)
      })
    })
  }

  #admitNext(): void {
    const next = this.#current === undefined ? this.#queue.shift() : undefined
    if (next === undefined) return
    this.#current = next
    this.start().then(
      () => {
        if (this.#current !== next) return
        this.#resets++
        this.#post({ kind: "reset" })
        next.attach()
      },
      (cause: Error) => next.destroy(cause)
    )
  }

  readonly #send = (bytes: Uint8Array<ArrayBuffer>): void => this.#post({ kind: "bytes", bytes })

  readonly #release = (stream: EngineStream): void => {
    const place = this.#queue.indexOf(stream)
    if (place >= 0) this.#queue.splice(place, 1)
    if (this.#current !== stream) return
    this.#current = undefined
    this.#admitNext()
  }

  #post(message: ToEngine): void {
    this.#worker?.postMessage(message, message.kind === "bytes" ? [message.bytes.buffer] : [])
  }
}
