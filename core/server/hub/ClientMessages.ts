import { ProtocolError } from "./hubErrors.ts"
import type { Invocations } from "./Invocations.ts"
import { type ClientMessage, checkHandshake, MessageType, parseMessage } from "./jsonProtocol.ts"
import { RecordReader } from "./RecordReader.ts"

/** The part of a connection that handles what the client sends. */
export interface ClientMessagesHost {
  readonly phase: () => "handshaking" | "open" | "over"
  /** The client sent a handshake with a supported version. */
  readonly handshake: () => void
  /** The client closes the connection. */
  readonly closed: () => void
  /** The client broke the protocol; `reason` is sent to it. */
  readonly violated: (reason: string) => void
}

/** Parses what one client sends, and dispatches it. */
export class ClientMessages {
  readonly #host: ClientMessagesHost
  readonly #invocations: Invocations
  readonly #reader: RecordReader

  constructor(host: ClientMessagesHost, invocations: Invocations, maxMessageBytes: number) {
    this.#host = host
    this.#invocations = invocations
    this.#reader = new RecordReader(maxMessageBytes)
  }

  /** Takes a chunk of bytes; messages may be split anywhere. */
  read(bytes: Buffer): void {
    try {
      for (const record of this.#reader.read(bytes)) {
        const phase = this.#host.phase()
        if (phase === "over") return
        if (phase === "handshaking") {
          checkHandshake(record)
          this.#host.handshake()
        } else this.#dispatch(parseMessage(record))
      }
    } catch (cause) {
      if (!(cause instanceof ProtocolError)) throw cause
      this.#host.violated(cause.message)
    }
  }

  #dispatch(message: ClientMessage | null): void {
    switch (message?.type) {
      case MessageType.invocation:
      case MessageType.streamInvocation:
        return this.#invocations.accept(message)
      case MessageType.close:
        return this.#host.closed()
    }
  }
}
