import { notifyManager, QueryCache, QueryClient } from "@tanstack/react-query"
import type { Topic } from "#core/live/LiveEvent.ts"
import { CallFailure } from "./CallFailure.ts"
import { isFollowing } from "./followsAnother.ts"
import { onRefresh } from "./refresh.ts"
import { atSessionEnd } from "./sessionLife.ts"

/** The first element of a query key is the topic that refreshes it (law 7). */
export type TopicKey = readonly [Topic, ...ReadonlyArray<string | number | null>]

/** What is worth asking again by itself: only what never reached the server. */
const again = (failed: number, error: unknown): boolean => error instanceof CallFailure && error.offline && failed < 2

// Pages are told of new data before whoever asked for it goes on: a form that lets go of what was saved shows no older value then.
notifyManager.setScheduler(queueMicrotask)

/** Whether the server no longer lets the user see what was asked for. */
const isDenied = (error: unknown): boolean =>
  error instanceof CallFailure && (error.code === "AccessDenied" || error.code === "RoleNotAllowed")

export const queries = new QueryClient({
  queryCache: new QueryCache({
    // What somebody may not see any more is not shown from before.
    onError: (error, query) => {
      if (isDenied(error) && query.state.data !== undefined) query.setState({ data: undefined })
    }
  }),
  defaultOptions: {
    // Events of the hub say when something changed; until then what was asked stands.
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
