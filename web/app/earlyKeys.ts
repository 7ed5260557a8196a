import { lookUp, lookupReady } from "./holdDigits.ts"

declare global {
  interface Window {
    /** Set by web/public/early-keys.js, which runs first. */
    lockdeskEarlyKeys?: { readonly take: () => ReadonlyArray<string> }
  }
}

/**
 * The lookup typed before the console had loaded: the last group of at least two digits, and whether Enter followed.
 * Ignores a single digit after Enter, because it would pick a reason for a lock the user hasn't seen yet.
 */
export const lookupOf = (keys: ReadonlyArray<string>): { readonly digits: string; readonly entered: boolean } => {
  const groups = keys.join("").split(/(?:Enter)+/)
  const at = groups.findLastIndex((digits) => digits.length > 1)
  return { digits: groups[at] ?? "", entered: at < groups.length - 1 }
}

/** Looks up what was typed during loading as soon as the console is ready. */
export const lookUpEarlyKeys = async (): Promise<void> => {
  const early = window.lockdeskEarlyKeys
  if (early === undefined) return
  const there = await lookupReady()
  const { digits, entered } = lookupOf(early.take())
  if (there) lookUp(digits, entered)
}
