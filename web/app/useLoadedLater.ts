import { useEffect, useState } from "react"

interface Loadable {
  readonly preload: () => Promise<void>
}

/** How long after the screen is there, in milliseconds: what is wanted first goes first. */
const after = 3_000

/**
 * Loads parts before they are wanted, so that they are there when the server is not. Always give the same ones. The answer is
 * whether they have been loaded.
 */
export const useLoadedLater = (...parts: ReadonlyArray<Loadable>): boolean => {
  const [loaded, setLoaded] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => {
      void Promise.all(parts.map((part) => part.preload())).then(() => setLoaded(true))
    }, after)
    return () => clearTimeout(timer)
  }, [])
  return loaded
}

/**
 * The same for parts of a screen that few visits need: what this returns loads them at once, and is called when somebody turns to
 * the screen with a key or the pointer, so that they are there before they are asked for.
 */
export const useLoadedOnUse = (...parts: ReadonlyArray<Loadable>): (() => void) => {
  useLoadedLater(...parts)
  return () => {
    for (const part of parts) void part.preload()
  }
}
