import type { Effect } from "effect"
import type { FmsFields } from "#core/fms/fmsFields.ts"
import type { UnitStatus } from "#core/fms/fmsSystems.ts"
import type { FmsFailed } from "../FmsFailed.ts"
import type { FmsAnswer, FmsRequest } from "../FmsHttp.ts"

/** The target of a connector: the credentials, the URL, and the client, which counts and retries calls. */
export interface FmsTarget {
  readonly fields: FmsFields
  /** With a trailing slash. */
  readonly base: string
  readonly send: (request: FmsRequest) => Effect.Effect<FmsAnswer, FmsFailed>
  /** The current time in milliseconds, for signatures and overdue payments. */
  readonly now: number
}

/** A unit in an FMS. */
export interface FmsUnit {
  readonly name: string
  readonly status: (typeof UnitStatus.ids)[number]
}

/** A facility in an FMS. Texts are unchanged; missing ones are empty. */
export interface FmsFacility {
  /** Its id in the FMS: the location code or id that a connection needs. */
  readonly code: string
  readonly name: string
  readonly phone: string
  readonly email: string
  readonly street: string
  readonly city: string
  readonly state: string
  readonly zip: string
  readonly lat: string
  readonly lng: string
}

/** An FMS: how to test its connection and read its units. */
export interface Connector {
  readonly test: (target: FmsTarget) => Effect.Effect<void, FmsFailed>
  readonly units: (target: FmsTarget) => Effect.Effect<ReadonlyArray<FmsUnit>, FmsFailed>
  /** Lists the facilities of an account, if the FMS can. */
  readonly facilities?: (target: FmsTarget) => Effect.Effect<ReadonlyArray<FmsFacility>, FmsFailed>
}
