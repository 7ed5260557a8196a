import { useSyncExternalStore } from "react"
import { withCompany } from "./companyAddress.ts"
import { publicPathAt } from "#core/navigation/routes.ts"

/** What travels with an address in the history and is not written in it. */
export interface Carried {
  /** What was typed as email on the screen before. */
  readonly email?: string
  /** The one-time uid of a reset link, which is in no address any more. */
  readonly uid?: string
}

const listeners = new Set<() => void>()

const changed = (): void => {
  for (const listener of listeners) listener()
}

addEventListener("popstate", changed)

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Goes to an address of the console from outside its router: to sign in, and from there on. Inside, the router's own links and
 * `navigate` do; it follows this as well. The address names the company that is acted for.
 */
export const goTo = (href: string, how: { readonly replace?: boolean; readonly carried?: Carried } = {}): void => {
  // The router hears of what is done to the history by standing before it. An address outside is none of its business.
  const { pushState, replaceState } = publicPathAt(href.split(/[?#]/)[0] ?? "") === null ? history : History.prototype
  const change = how.replace === true ? replaceState : pushState
  change.call(history, how.carried ?? {}, "", withCompany(href))
  changed()
}

/** The path and the query of the address, and whenever they change by `goTo` or by going back. */
export const usePath = (): string => useSyncExternalStore(subscribe, () => location.pathname)
export const useQuery = (): string => useSyncExternalStore(subscribe, () => location.search)

/** The email that was typed on the screen before, or nothing. */
export const carriedEmail = (): string => {
  const { email } = (history.state ?? {}) as Carried
  return typeof email === "string" ? email : ""
}

/** The uid that a reset link had before this page was loaded again, or null. */
export const carriedUid = (): string | null => {
  const { uid } = (history.state ?? {}) as Carried
  return typeof uid === "string" ? uid : null
}
