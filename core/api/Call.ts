import type { Effect } from "effect"
import type { GroupName } from "./apiGroups.ts"

/** A prepared call: takes the request and returns the response, typed by the client. */
export type Call = (request?: unknown) => Effect.Effect<unknown, unknown>

/** Prepares a call by its group and name. */
export type Prepare = (group: GroupName, endpoint: string) => Promise<Call>
