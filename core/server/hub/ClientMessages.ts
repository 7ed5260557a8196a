import { ProtocolError } from "./hubErrors.ts"
import type { Invocations } from "./Invocations.ts"
import { type ClientMessage, type CountedMessage, MessageType, parseHandshake, parseMessage } from "./jsonProtocol.ts"
import { RecordReader } from "./RecordReader.ts"
import type { StatefulBuffer } from "./StatefulBuffer.ts"

/** The connection, as far as what its client sends concerns it. */
export interface ClientMessagesHost {
  readonly phase: () => "handshaking" | "open" | "over"
  readonly stateful: () => StatefulBuffer | undefined
  /** The client asked for this version, which is spoken from now on. */
  readonly handshake: (version: 1 | 2) => void
  /** The client says good-bye. */
  readonly closed: () => void
  /** The client broke the protocol; `reason` is written for it. */
  readonly violated: (reason: string) => void
}

/** Reads what one client sends, and passes it on to where it belongs. */
export class ClientMessages {
  readonly #host: ClientMessagesHost
  readonly #invocations: Invocations
  readonly #reader: RecordReader

  constructor(host: ClientMessagesHost, invocations: Invocations, maxMessageBytes: number) {
    this.#host = host
    this.#invocations = invocations
    this.#reader = new RecordReader(maxMessageBytes)
  }

  /** Takes bytes as they came, cut anywhere. */
  read(bytes: Buffer): void {
    try {
      for (const record of this.#reader.read(bytes)) {
        const phase = this.#host.phase()
        if (phase === "over") return
        if (phase === "handshaking") this.#host.handshake(parseHandshake(record).version)
        else this.#dispatch(parseMessage(record))
      }
    } catch (cause) {
      if (!(cause instanceof ProtocolError)) throw cause
      this.#host.violated(cause.message)
    }
  }

  /** Forgets a message that was begun: on a new socket the client sends it again, whole. */
  restart(): void {
    this.#reader.reset()
  }

  #dispatch(message: ClientMessage | null): void {
    if (message === null) return
    const stateful = this.#host.stateful()
    if (message.type === MessageType.sequence) return stateful?.startAt(message.sequenceId)
    if (stateful?.waitsForSequence === true) return
    switch (message.type) {
      case MessageType.ping:
        return
      case MessageType.ack:
        return stateful?.acknowledged(message.sequenceId)
      case MessageType.close:
        return this.#host.closed()
      default:
        if (stateful?.isNew() !== false) this.#dispatchCounted(message)
    }
  }

  #dispatchCounted(message: CountedMessage): void {
    switch (message.type) {
      case MessageType.cancelInvocation:
        return this.#invocations.cancel(message.invocationId)
      case MessageType.streamItem:
      case MessageType.completion:
        // They belong to uploads, which were refused when their invocation came.
        return
      default:
        return this.#invocations.accept(message)
    }
  }
}
