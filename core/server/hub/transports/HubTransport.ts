import type { EncodedMessage } from "../EncodedMessage.ts"

/** The events a transport reports to its connection. */
export interface TransportEvents {
  /** Bytes from the client; messages may be split anywhere. */
  readonly received: (bytes: Buffer) => void
  /** The client showed activity without sending bytes. */
  readonly heard: () => void
  /** The client broke the hub's rules; `reason` is sent to it. */
  readonly violated: (reason: string) => void
  /** The client broke the transport's own rules, so the transport is ending. */
  readonly broken: (problem: string) => void
  /** The connection to the client is gone; reported once. `problem` is the error code if it did not end normally. */
  readonly ended: (problem?: string) => void
}

/** One way to reach a client: the direction from server to client and, for WebSockets, both directions. */
export interface HubTransport {
  readonly kind: "WebSockets" | "ServerSentEvents" | "LongPolling"
  /** Bytes that the client has not read yet. */
  readonly bufferedBytes: number
  /** Queues a message. Never waits: unread bytes are counted in `bufferedBytes`. */
  readonly send: (message: EncodedMessage) => void
  /** Stops reading from the client until `resume`. If the client posts, its posts are answered late instead. */
  readonly pause?: () => void
  readonly resume?: () => void
  /** Ends after everything sent has been read. */
  readonly close: () => void
  /** Ends immediately; unread messages are lost. */
  readonly abort: () => void
}
