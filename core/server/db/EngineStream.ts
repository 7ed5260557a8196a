import { Duplex } from "node:stream"
import { isCancelRequest, isTerminate } from "./wireMessages.ts"

/** What a stream needs of the engine it talks to. */
export interface EngineStreamOwner {
  /** Wire protocol of the stream that has the engine. */
  readonly send: (bytes: Uint8Array<ArrayBuffer>) => void
  /** The stream is over; the next one may have the engine. */
  readonly release: (stream: EngineStream) => void
}

/**
 * What the driver takes for a socket to PostgreSQL: carries the wire protocol to the embedded engine and back. What is
 * written before the engine is ready, or before the stream before this one has ended, waits here.
 */
export class EngineStream extends Duplex {
  readonly #owner: EngineStreamOwner
  #waiting: Array<Uint8Array<ArrayBuffer>> | undefined = []

  constructor(owner: EngineStreamOwner) {
    super()
    this.#owner = owner
  }

  /** The engine is this stream's from now on. */
  attach(): void {
    const waiting = this.#waiting ?? []
    this.#waiting = undefined
    for (const bytes of waiting) this.#owner.send(bytes)
  }

  override _write(chunk: Uint8Array, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    if (isCancelRequest(chunk)) {
      // A query that runs in the engine cannot be stopped half way: like PostgreSQL, close without an answer.
      this.destroy()
    } else if (!isTerminate(chunk)) {
      // The driver's buffers are slices of a shared pool; the thread needs bytes of its own to take over.
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
