import { lookUp, lookupReady } from "./holdDigits.ts"

declare global {
  interface Window {
    /** Set by web/public/early-keys.js, which runs before anything else. */
    lockdeskEarlyKeys?: { readonly take: () => ReadonlyArray<string> }
  }
}

/**
 * The lookup that keys typed before the console was loaded stand for: the last digits of which there are at least two, and
 * whether Enter followed. A single digit after Enter is left out: it would be the reason for a lock that nobody has seen yet.
 */
export const lookupOf = (keys: ReadonlyArray<string>): { readonly digits: string; readonly entered: boolean } => {
  const groups = keys.join("").split(/(?:Enter)+/)
  const at = groups.findLastIndex((digits) => digits.length > 1)
  return { digits: groups[at] ?? "", entered: at < groups.length - 1 }
}

/** Looks up what was typed while the console was still loading, once it can. */
export const lookUpEarlyKeys = async (): Promise<void> => {
  const early = window.lockdeskEarlyKeys
  if (early === undefined) return
  const there = await lookupReady()
  const { digits, entered } = lookupOf(early.take())
  if (there) lookUp(digits, entered)
}
