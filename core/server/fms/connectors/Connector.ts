import type { Effect } from "effect"
import type { FmsFields } from "#core/fms/fmsFields.ts"
import type { UnitStatus } from "#core/fms/fmsSystems.ts"
import type { FmsFailed } from "../FmsFailed.ts"
import type { FmsAnswer, FmsRequest } from "../FmsHttp.ts"

/** What a connector talks to: the credentials, the address, and the way out, which counts calls and repeats some. */
export interface FmsTarget {
  readonly fields: FmsFields
  /** Ends with a slash. */
  readonly base: string
  readonly send: (request: FmsRequest) => Effect.Effect<FmsAnswer, FmsFailed>
  /** This moment in milliseconds, for signatures and for what is past due. */
  readonly now: number
}

/** A unit as an FMS knows it. */
export interface FmsUnit {
  readonly name: string
  readonly status: (typeof UnitStatus.ids)[number]
}

/** A facility as an FMS knows it. Texts are as they came; what it does not tell is empty. */
export interface FmsFacility {
  /** What the FMS calls it: the location code or the id that its connection needs. */
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

/** One FMS: how its connection is tested and how its units are read. */
export interface Connector {
  readonly test: (target: FmsTarget) => Effect.Effect<void, FmsFailed>
  readonly units: (target: FmsTarget) => Effect.Effect<ReadonlyArray<FmsUnit>, FmsFailed>
  /** The facilities of an account, where the FMS tells them. */
  readonly facilities?: (target: FmsTarget) => Effect.Effect<ReadonlyArray<FmsFacility>, FmsFailed>
}
