import type { EncodedMessage } from "./EncodedMessage.ts"
import { ProtocolError } from "./hubErrors.ts"

/**
 * The memory that lets a connection survive the loss of its socket. It mirrors the official client's own buffer: both
 * sides number their counted messages from 1, keep them until acknowledged, and on a new socket first name the number
 * of the first message they still keep, then send those again.
 */
export class StatefulBuffer {
  readonly #maxBytes: number
  #kept: Array<EncodedMessage> = []
  #keptBytes = 0
  #firstKept = 1
  #overflowed = false

  #nextReceived = 1
  #latestReceived = 0
  #ackedReceived = 0
  #waitsForSequence = false

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Whether everything that may have been lost is still here to be sent again. */
  get resumable(): boolean {
    return !this.#overflowed
  }

  /** What is to be sent again on a new socket, and the number of its first message. */
  get unacknowledged(): { readonly first: number; readonly messages: ReadonlyArray<EncodedMessage> } {
    return { first: this.#firstKept, messages: this.#kept }
  }

  /** Keeps a counted message that is being sent. More than the limit, and the connection can no longer be resumed. */
  keep(message: EncodedMessage): void {
    if (this.#overflowed) return
    this.#kept.push(message)
    this.#keptBytes += message.record.length
    if (this.#keptBytes <= this.#maxBytes) return
    this.#overflowed = true
    this.#kept = []
  }

  /** The client has everything up to this number. */
  acknowledged(sequenceId: number): void {
    const count = Math.min(sequenceId - this.#firstKept + 1, this.#kept.length)
    if (count <= 0) return
    for (const message of this.#kept.splice(0, count)) this.#keptBytes -= message.record.length
    this.#firstKept += count
  }

  /** The socket is gone: until the client names its sequence on the new one, nothing it sends counts. */
  disconnected(): void {
    this.#waitsForSequence = true
  }

  /** Whether messages are to be ignored until a sequence message arrives. */
  get waitsForSequence(): boolean {
    return this.#waitsForSequence
  }

  /** Counts a message from the client; false when it is one that already arrived. */
  isNew(): boolean {
    const id = this.#nextReceived++
    if (id <= this.#latestReceived) return false
    this.#latestReceived = id
    return true
  }

  /**
   * The client's next counted message is number `sequenceId`.
   * @throws ProtocolError when that leaves a gap
   */
  startAt(sequenceId: number): void {
    if (sequenceId > this.#nextReceived) throw new ProtocolError("The sequence leaves out messages.")
    this.#waitsForSequence = false
    this.#nextReceived = sequenceId
    // What the client sends again was not acknowledged as far as it knows.
    this.#ackedReceived = Math.min(this.#ackedReceived, sequenceId - 1)
  }

  /** The number to acknowledge now, or null when the client already knows. */
  takeAck(): number | null {
    if (this.#ackedReceived >= this.#latestReceived) return null
    this.#ackedReceived = this.#latestReceived
    return this.#latestReceived
  }
}
