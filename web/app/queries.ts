import { notifyManager, QueryCache, QueryClient } from "@tanstack/react-query"
import type { Topic } from "#core/live/LiveEvent.ts"
import { CallFailure } from "./CallFailure.ts"
import { isFollowing } from "./followsAnother.ts"
import { onRefresh } from "./refresh.ts"
import { atSessionEnd } from "./sessionLife.ts"

/** The first element of a query key is the topic whose events invalidate it (law 7). */
export type TopicKey = readonly [Topic, ...ReadonlyArray<string | number | null>]

/** Retry only requests that never reached the server. */
const again = (failed: number, error: unknown): boolean => error instanceof CallFailure && error.offline && failed < 2

// Notify components before the awaiting code continues, so that a form resetting after a save doesn't briefly show
// the old value.
notifyManager.setScheduler(queueMicrotask)

/** Whether the user may no longer see the data. */
const isDenied = (error: unknown): boolean =>
  error instanceof CallFailure && (error.code === "AccessDenied" || error.code === "RoleNotAllowed")

export const queries = new QueryClient({
  queryCache: new QueryCache({
    // Drop cached data the user may no longer see.
    onError: (error, query) => {
      if (isDenied(error) && query.state.data !== undefined) query.setState({ data: undefined })
    }
  }),
  defaultOptions: {
    // The hub's events invalidate data; until then the cache is fresh.
    queries: { retry: again, staleTime: 30_000, networkMode: "always" },
    mutations: { networkMode: "always" }
  }
})

onRefresh((topics) => {
  for (const topic of topics) {
    void queries.invalidateQueries({ queryKey: [topic], predicate: ({ meta }) => !isFollowing(meta) })
  }
})

atSessionEnd(() => queries.clear())
