import { notifyManager, type Query, QueryCache, QueryClient } from "@tanstack/react-query"
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

const cache = queries.getQueryCache()

/**
 * Queries whose data may have changed while they are being fetched: they are fetched once more when that ends. Not if it fails: a
 * request that keeps failing would never show its error.
 */
const changedMeanwhile = new WeakSet<Query>()

const invalidate = ({ queryKey }: Query): void => void queries.invalidateQueries({ queryKey, exact: true })

cache.subscribe(({ query }) => {
  if (query.state.fetchStatus !== "idle" || !changedMeanwhile.delete(query)) return
  if (query.state.status === "success") invalidate(query)
})

onRefresh((topics, live) => {
  for (const query of cache.getAll()) {
    if (!topics.includes(query.queryKey[0] as Topic) || isFollowing(query.meta)) continue
    // A slow request that each event restarts would never end.
    if (live && query.state.fetchStatus !== "idle") changedMeanwhile.add(query)
    else invalidate(query)
  }
})

atSessionEnd(() => queries.clear())
