import { useEffect, useState } from "react"
import { reachability } from "./reachability.ts"
import { idle } from "./whenIdle.ts"

interface Loadable {
  readonly preload: () => Promise<void>
}

/** Delay after the screen appears, in milliseconds, so that more urgent requests go first. */
const after = 3_000

let last = Promise.resolve()

/** Calls `load` while the browser is idle, and again if the server was lost meanwhile. */
export const loadWhenIdle = async (load: () => Promise<void> | undefined): Promise<void> => {
  do {
    await idle()
    await load()
  } while (!reachability.state().answers)
}

/** Loads one component after another: all at once would delay the keys being typed. */
const loadInTurn = (part: Loadable): Promise<void> => (last = last.then(() => loadWhenIdle(part.preload)))

/**
 * Preloads components so that they are available when the server isn't. Always pass the same ones. Returns whether
 * they have loaded.
 */
export const useLoadedLater = (...parts: ReadonlyArray<Loadable>): boolean => {
  const [loaded, setLoaded] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => {
      void Promise.all(parts.map(loadInTurn)).then(() => setLoaded(true))
    }, after)
    return () => clearTimeout(timer)
  }, [])
  return loaded
}

/**
 * The same for components that few visits need. Returns a function that loads them at once; call it on the first key
 * press or pointer event on the screen.
 */
export const useLoadedOnUse = (...parts: ReadonlyArray<Loadable>): (() => void) => {
  useLoadedLater(...parts)
  return () => {
    for (const part of parts) void part.preload()
  }
}
