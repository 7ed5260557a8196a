import type { FmsFacility, FmsUnit } from "../connectors/Connector.ts"

/** A request to a simulator. */
export interface Asked {
  readonly method: string
  /** The part after the FMS's path, without a leading slash. */
  readonly path: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly body: string
}

/** The response. */
export interface Reply {
  readonly status: number
  readonly type: "text/xml" | "application/json" | "text/csv" | "text/plain"
  readonly body: string
}

/** A parsed call. `code` is the facility's. */
export interface Understood {
  readonly operation: string
  readonly code: string
  readonly signedIn: boolean
}

/** The protocol of one FMS, from the server's side. */
export interface Dialect {
  /** Null if there is no such call. */
  readonly understand: (asked: Asked) => Understood | null
  readonly good: (call: Understood, units: ReadonlyArray<FmsUnit>) => Reply
  /** The account's facilities, or null if the call asks for something else. */
  readonly listing?: (call: Understood, facilities: ReadonlyArray<FmsFacility>) => Reply | null
  /** Refusals in the format of this FMS. */
  readonly refuse: (call: Understood, why: "auth" | "license" | "facility") => Reply
  /** A refused login in an older format, if there is one. */
  readonly refuseOlder?: () => Reply
  /** A success with an unexpected shape. */
  readonly odd: (call: Understood) => Reply
}

export const xml = (body: string): Reply => ({
  status: 200,
  type: "text/xml",
  body: `<?xml version="1.0" encoding="utf-8"?>${body}`
})
export const json = (value: unknown, status = 200): Reply => ({
  status,
  type: "application/json",
  body: JSON.stringify(value)
})
