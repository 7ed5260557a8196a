import { useEffect, useRef } from "react"

/** How waiting for a list ended: all rows loaded, loading failed, or the list was unmounted. */
export type Waited = "whole" | "failed" | "left"

/** Waits for the rest of a list. */
export type WaitForWhole = () => Promise<Waited>

/**
 * For operations that need every row of a list: null if all are loaded and current, otherwise a function that waits
 * for them.
 */
export const useWhole = (ready: boolean, failed: boolean): WaitForWhole | null => {
  const waiting = useRef<Array<(waited: Waited) => void>>([])
  const settle = (waited: Waited): void => {
    for (const done of waiting.current.splice(0)) done(waited)
  }
  useEffect(() => {
    if (ready) settle("whole")
    else if (failed) settle("failed")
  })
  useEffect(() => () => settle("left"), [])
  if (ready) return null
  return () => (failed ? Promise.resolve("failed") : new Promise((done) => void waiting.current.push(done)))
}
