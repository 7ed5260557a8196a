/** How long before the web timeout a person is warned, in milliseconds (DECISIONS, The rest). */
export const warnBefore = 60_000

/** Whether a browser has been left alone: not yet (for how long), nearly (until when), or for too long. Times in milliseconds. */
export type Idleness =
  | { readonly kind: "active"; readonly for: number }
  | { readonly kind: "warned"; readonly left: number }
  | { readonly kind: "over" }

/** How idle a browser is at `now` that was last touched at `touched`, in any of its tabs. */
export const idleness = (now: number, touched: number, timeout: number): Idleness => {
  const left = touched + timeout - now
  if (left <= 0) return { kind: "over" }
  // A timeout shorter than the warning leaves half of it for the warning.
  const warned = Math.min(warnBefore, timeout / 2)
  return left <= warned ? { kind: "warned", left } : { kind: "active", for: left - warned }
}

/** How often a browser in use tells the server so, in milliseconds: often enough that the server's own timeout never comes first. */
export const signOfLifeEvery = (timeout: number): number => Math.min(timeout / 4, 300_000)
