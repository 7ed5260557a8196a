import type { EncodedMessage } from "../EncodedMessage.ts"

/** What a transport tells its connection. */
export interface TransportEvents {
  /** Bytes arrived from the client, cut anywhere. */
  readonly received: (bytes: Buffer) => void
  /** The client gave a sign of life that carries no bytes. */
  readonly heard: () => void
  /** The client broke the rules of the hub; `reason` is written for it. */
  readonly violated: (reason: string) => void
  /** The client broke the transport's own rules, and the transport is ending because of it. */
  readonly broken: (problem: string) => void
  /** The way to the client is gone; told once. `problem` is the error code when it did not end in order. */
  readonly ended: (problem?: string) => void
}

/** One way to reach a client: its half from server to client, and for WebSockets both halves. */
export interface HubTransport {
  readonly kind: "WebSockets" | "ServerSentEvents" | "LongPolling"
  /** Bytes handed over that the client has not taken yet. */
  readonly bufferedBytes: number
  /** Hands over a message. Never waits: what the client does not take is counted in `bufferedBytes`. */
  readonly send: (message: EncodedMessage) => void
  /** Reads nothing more from the client until `resume`. Where the client posts, its posts are answered late instead. */
  readonly pause?: () => void
  readonly resume?: () => void
  /** Ends after what was sent has been taken. */
  readonly close: () => void
  /** Ends at once; what was not taken is lost. */
  readonly abort: () => void
}
