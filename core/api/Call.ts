import type { Effect } from "effect"
import type { GroupName } from "./apiGroups.ts"

/** One call that is ready to be made: takes the request and gives the answer that the types of the client say. */
export type Call = (request?: unknown) => Effect.Effect<unknown, unknown>

/** Gets a call ready, by its group and its name in it. */
export type Prepare = (group: GroupName, endpoint: string) => Promise<Call>
