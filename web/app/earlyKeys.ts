import { publicPathAt } from "#core/navigation/routes.ts"
import { lookUp, lookupReady } from "./holdDigits.ts"

declare global {
  interface Window {
    /** Set by web/public/early-keys.js, which runs first. */
    lockdeskEarlyKeys?: { readonly take: () => ReadonlyArray<string> }
  }
}

/** Looks up what was typed during loading as soon as the console is ready. */
export const lookUpEarlyKeys = async (): Promise<void> => {
  const early = window.lockdeskEarlyKeys
  if (early === undefined) return
  const there = publicPathAt(location.pathname) === null && (await lookupReady())
  const keys = early.take()
  if (there) lookUp(keys)
}
