import type { FmsFacility, FmsUnit } from "../connectors/Connector.ts"

/** What a simulator was asked. */
export interface Asked {
  readonly method: string
  /** Behind the path of the FMS, without a slash in front. */
  readonly path: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly body: string
}

/** What it answers with. */
export interface Reply {
  readonly status: number
  readonly type: "text/xml" | "application/json" | "text/csv" | "text/plain"
  readonly body: string
}

/** A call as a simulator understands it. `code` is the facility's. */
export interface Understood {
  readonly operation: string
  readonly code: string
  readonly signedIn: boolean
}

/** How one FMS speaks: its side of the wire that a connector talks to. */
export interface Dialect {
  /** Null where no such call exists. */
  readonly understand: (asked: Asked) => Understood | null
  readonly good: (call: Understood, units: ReadonlyArray<FmsUnit>) => Reply
  /** The facilities of the account that a call asks for, or null where it asks for something else. */
  readonly listing?: (call: Understood, facilities: ReadonlyArray<FmsFacility>) => Reply | null
  /** Refusals in the way this FMS has for them. */
  readonly refuse: (call: Understood, why: "auth" | "license" | "facility") => Reply
  /** A refused login in an older way, where it has one. */
  readonly refuseOlder?: () => Reply
  /** A success in a shape that nobody knows. */
  readonly odd: (call: Understood) => Reply
}

export const xml = (body: string, status = 200): Reply => ({
  status,
  type: "text/xml",
  body: `<?xml version="1.0" encoding="utf-8"?>${body}`
})
export const json = (value: unknown, status = 200): Reply => ({
  status,
  type: "application/json",
  body: JSON.stringify(value)
})
