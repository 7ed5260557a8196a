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

/** One FMS: how its connection is tested and how its units are read. */
export interface Connector {
  readonly test: (target: FmsTarget) => Effect.Effect<void, FmsFailed>
  readonly units: (target: FmsTarget) => Effect.Effect<ReadonlyArray<FmsUnit>, FmsFailed>
}
