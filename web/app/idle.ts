/** How long before the web timeout the warning appears, in milliseconds (DECISIONS, The rest). */
export const warnBefore = 60_000

/** Idle state: active (for how long), warned (time left), or timed out. Times in milliseconds. */
export type Idleness =
  | { readonly kind: "active"; readonly for: number }
  | { readonly kind: "warned"; readonly left: number }
  | { readonly kind: "over" }

/** Idle state at `now` given the last activity in any tab. */
export const idleness = (now: number, touched: number, timeout: number): Idleness => {
  const left = touched + timeout - now
  if (left <= 0) return { kind: "over" }
  // With a timeout shorter than the warning, warn for half of it.
  const warned = Math.min(warnBefore, timeout / 2)
  return left <= warned ? { kind: "warned", left } : { kind: "active", for: left - warned }
}

/**
 * How often an active browser pings the server, in milliseconds. Often enough that the server's own timeout never
 * ends the session first.
 */
export const signOfLifeEvery = (timeout: number): number => Math.min(timeout / 4, 300_000)
