/**
 * Messages between the server's thread and the engine's worker thread. Bytes are PostgreSQL's wire protocol, transferred
 * between the threads, never copied.
 */
export type ToEngine =
  /** A new client: end whatever the previous one left open, answer `fresh`. */
  | { readonly kind: "reset" }
  | { readonly kind: "bytes"; readonly bytes: Uint8Array<ArrayBuffer> }
  /** Shut PostgreSQL down and end the thread. */
  | { readonly kind: "close" }

export type FromEngine =
  /** The folder is open, replayed, and proved durable. */
  | { readonly kind: "ready" }
  /** Answer to `reset`: bytes before it belong to the previous client. */
  | { readonly kind: "fresh" }
  | { readonly kind: "bytes"; readonly bytes: Uint8Array<ArrayBuffer> }
  /** The engine has stopped, or could not start, for this reason; nothing follows. */
  | { readonly kind: "stopped"; readonly reason: string }

/** `workerData` of the engine's worker. */
export interface EngineWorkerData {
  /** The PGlite data folder. Its parent must exist. */
  readonly folder: string
  /** Whether to create a missing folder. Not on a restart: a disk that is gone must not become an empty database. */
  readonly mayCreate: boolean
}
