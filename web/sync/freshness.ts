import { agoText } from "./agoText.ts"
import type { LiveHubState } from "./LiveHub.ts"
import type { LockListState } from "./LockListState.ts"
import type { ReachabilityState } from "#web/app/reachability.ts"

/** What is quietly said of how current everything shown is: what happened, and how old what is shown is. */
export interface Freshness {
  readonly happened: string
  readonly age: string
}

const ageOf = ({ pulledAt }: LockListState, at: number): string =>
  pulledAt === null ? "locks are not loaded" : `last loaded ${agoText(at - pulledAt)}`

/** What to say, or null when all is as it should be. `at`: epoch milliseconds. */
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
