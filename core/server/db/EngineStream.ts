import { Duplex } from "node:stream"
import { isCancelRequest, isTerminate } from "./wireMessages.ts"

/** The engine, as a stream uses it. */
export interface EngineStreamOwner {
  /** Sends wire protocol bytes of the current stream. */
  readonly send: (bytes: Uint8Array<ArrayBuffer>) => void
  /** The stream has ended; the next one may use the engine. */
  readonly release: (stream: EngineStream) => void
}

/**
 * Looks like a PostgreSQL socket to the driver, and carries the wire protocol to and from the embedded engine. Writes wait here
 * until the engine is ready and the previous stream has ended.
 */
export class EngineStream extends Duplex {
  readonly #owner: EngineStreamOwner
  #waiting: Array<Uint8Array<ArrayBuffer>> | undefined = []

  constructor(owner: EngineStreamOwner) {
    super()
    this.#owner = owner
  }

  /** Gives this stream the engine. */
  attach(): void {
    const waiting = this.#waiting ?? []
    this.#waiting = undefined
    for (const bytes of waiting) this.#owner.send(bytes)
  }

  override _write(chunk: Uint8Array, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    if (isCancelRequest(chunk)) {
      // A running query can't be stopped partway: like PostgreSQL, close without an answer.
      this.destroy()
    } else if (!isTerminate(chunk)) {
      // The driver's buffers are slices of a shared pool; a transfer to the thread needs its own bytes.
      const bytes = new Uint8Array(chunk)
      if (this.#waiting === undefined) this.#owner.send(bytes)
      else this.#waiting.push(bytes)
    }
    done()
  }

  override _read(): void {}

  override _final(done: (error?: Error | null) => void): void {
    this.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#waiting = []
    this.#owner.release(this)
    done(error)
  }
}
