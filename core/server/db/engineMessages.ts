/**
 * What the server's thread and the engine's worker thread say to each other. Bytes are PostgreSQL's wire protocol,
 * moved between the threads, never copied.
 */
export type ToEngine =
  /** A new client: end whatever the one before left open, answer `fresh`. */
  | { readonly kind: "reset" }
  | { readonly kind: "bytes"; readonly bytes: Uint8Array<ArrayBuffer> }
  /** Shut PostgreSQL down and end the thread. */
  | { readonly kind: "close" }

export type FromEngine =
  /** The folder is open, replayed, and proved to be durable. */
  | { readonly kind: "ready" }
  /** Answer to `reset`: bytes sent before it belong to the client before. */
  | { readonly kind: "fresh" }
  | { readonly kind: "bytes"; readonly bytes: Uint8Array<ArrayBuffer> }
  /** The engine has stopped, or could not start, for this reason; nothing follows. */
  | { readonly kind: "stopped"; readonly reason: string }

/** `workerData` of the engine's worker. */
export interface EngineWorkerData {
  /** The PGlite data folder. Its parent must exist. */
  readonly folder: string
  /** Whether a missing folder is to be created. Not on a restart: a disk that is gone must not become an empty database. */
  readonly mayCreate: boolean
}
