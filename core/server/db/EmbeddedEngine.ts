import { Worker } from "node:worker_threads"
import { EngineStream } from "./EngineStream.ts"
import type { EngineWorkerData, FromEngine, ToEngine } from "./engineMessages.ts"

/** How long to wait before the next attempt after a failed start (such as on a full disk), in milliseconds. */
const restartPause = 1000

/** Events of a running engine. */
export type EngineEvent = { readonly kind: "stopped"; readonly reason: string } | { readonly kind: "back" }

/** The worker's file is `.ts` when run from source, and `.js` beside this one in a bundle. */
const workerFile = new URL(
  import.meta.url.endsWith(".ts") ? "./embeddedWorker.ts" : "./embeddedWorker.js",
  import.meta.url
)

/**
 * Owns the worker thread with the embedded database. Only one stream at a time uses the engine (several would mix up each
 * other's statements); the next one waits until it ends. If the engine stops unexpectedly, the current stream fails with the
 * reason, and the next one gets a new worker, which replays the log before it answers.
 */
export class EmbeddedEngine {
  readonly #folder: string
  readonly #report: (event: EngineEvent) => void
  #worker: Worker | undefined
  #starting: Promise<void> | undefined
  #startFailure: Error | undefined
  #current: EngineStream | undefined
  /** The number of resets that the engine has not acknowledged: until it has, its bytes belong to an earlier client. */
  #resets = 0
  readonly #queue: Array<EngineStream> = []
  /** Why it last stopped; empty while it runs, undefined before its first start. */
  #lastStop: string | undefined
  #closed = false
  #deadline: NodeJS.Timeout | undefined

  /** `report` receives every event after the first start, which `start` reports. */
  constructor(folder: string, report: (event: EngineEvent) => void) {
    this.#folder = folder
    this.#report = report
  }

  /** Resolves when the folder is open, replayed and proved durable; rejects with the reason if that fails. */
  start(): Promise<void> {
    if (this.#closed) return Promise.reject(new Error("the embedded database is closed"))
    if (this.#startFailure !== undefined) return Promise.reject(this.#startFailure)
    this.#starting ??= this.#launch()
    return this.#starting
  }

  /** For the driver's `stream` option: a socket that may not be connected yet. */
  readonly connect = (): EngineStream => {
    const stream = new EngineStream({ send: this.#send, release: this.#release })
    this.#queue.push(stream)
    this.#admitNext()
    return stream
  }

  /** Cuts off everything still running after `millis`. Call before `close`, which ends the wait. */
  endWithin(millis: number): void {
    this.#deadline ??= setTimeout(() => void this.#worker?.terminate(), millis)
  }

  /** Shuts PostgreSQL down cleanly. Waits for running queries; see `endWithin`. */
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
        // Once per reason: while the disk is full, every restart fails the same way.
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
