import { useEffect } from "react"

/** How long after the screen is there, in milliseconds: what is wanted first goes first. */
const after = 3_000

/** Loads parts before they are wanted, so that they are there when the server is not. Always give the same ones. */
export const useLoadedLater = (...parts: ReadonlyArray<{ readonly preload: () => Promise<void> }>): void => {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const part of parts) void part.preload()
    }, after)
    return () => clearTimeout(timer)
  }, [])
}
