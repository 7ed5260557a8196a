import { agoText } from "./agoText.ts"
import type { LiveHubState } from "./LiveHub.ts"
import type { LockListState } from "./LockListState.ts"
import type { ReachabilityState } from "#web/app/reachability.ts"

/** A note on how up to date the data is: what happened, and the data's age. */
export interface Freshness {
  readonly happened: string
  readonly age: string
}

const ageOf = ({ pulledAt }: LockListState, at: number): string =>
  pulledAt === null ? "locks are not loaded" : `last loaded ${agoText(at - pulledAt)}`

/** The note to show, or null if everything is up to date. `at`: epoch milliseconds. */
export const freshness = (
  list: LockListState,
  hub: LiveHubState,
  reach: ReachabilityState,
  at: number
): Freshness | null => {
  if (reach.offline) return { happened: "This device is offline", age: ageOf(list, at) }
  if (!reach.answers) return { happened: "Can't reach the server", age: ageOf(list, at) }
  if (hub === "off") return { happened: "Live updates are off", age: ageOf(list, at) }
  if (list.failure !== null && !list.refused)
    return { happened: `Locks: ${list.failure.error.replace(/\.$/, "")}`, age: ageOf(list, at) }
  return null
}
