import { QueryClient } from "@tanstack/react-query"
import type { Topic } from "#core/live/LiveEvent.ts"
import { CallFailure } from "./CallFailure.ts"
import { onRefresh } from "./refresh.ts"
import { atSessionEnd } from "./sessionLife.ts"

/** The first element of a query key is the topic that refreshes it (law 7). */
export type TopicKey = readonly [Topic, ...ReadonlyArray<string | number | null>]

/** What is worth asking again by itself: only what never reached the server. */
const again = (failed: number, error: unknown): boolean => error instanceof CallFailure && error.offline && failed < 2

export const queries = new QueryClient({
  defaultOptions: {
    // Events of the hub say when something changed; until then what was asked stands.
    queries: { retry: again, staleTime: 30_000, networkMode: "always" },
    mutations: { networkMode: "always" }
  }
})

/** Meta of a query that is asked again by who knows what it stands for, and not whenever something of its topic changes. */
export const followsAnother = { followsAnother: true } as const

onRefresh((topics) => {
  for (const topic of topics) {
    void queries.invalidateQueries({ queryKey: [topic], predicate: ({ meta }) => meta?.["followsAnother"] !== true })
  }
})

atSessionEnd(() => queries.clear())
