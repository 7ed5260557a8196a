import type { Topic } from "#core/live/LiveEvent.ts"

type Listener = (topics: ReadonlyArray<Topic>) => void

const listeners = new Set<Listener>()

/** Calls back whenever something of a topic may have changed; returns how to stop. */
export const onRefresh = (listener: Listener): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Refreshes whatever shows one of these topics: a command touched them, or the hub told of a change. */
export const refresh = (topics: ReadonlyArray<Topic>): void => {
  if (topics.length === 0) return
  for (const listener of listeners) listener(topics)
}
