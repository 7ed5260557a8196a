import { useEffect, useState } from "react"

/** How long after the screen is there, in milliseconds: what is wanted first goes first. */
const after = 3_000

/**
 * Loads parts before they are wanted, so that they are there when the server is not. Always give the same ones. The answer is
 * whether they have been loaded.
 */
export const useLoadedLater = (...parts: ReadonlyArray<{ readonly preload: () => Promise<void> }>): boolean => {
  const [loaded, setLoaded] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => {
      void Promise.all(parts.map((part) => part.preload())).then(() => setLoaded(true))
    }, after)
    return () => clearTimeout(timer)
  }, [])
  return loaded
}
