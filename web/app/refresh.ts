import type { Topic } from "#core/live/LiveEvent.ts"

type Listener = (topics: ReadonlyArray<Topic>, live: boolean) => void

const listeners = new Set<Listener>()

/** Calls back when data of a topic may have changed. Returns a function to unsubscribe. */
export const onRefresh = (listener: Listener): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Invalidates topics after a command touched them or the hub reported a change (`live`). A change made here restarts running
 * requests, whose data is older than it. The hub may report many in a row, so it doesn't.
 */
export const refresh = (topics: ReadonlyArray<Topic>, live = false): void => {
  if (topics.length === 0) return
  for (const listener of listeners) listener(topics, live)
}
