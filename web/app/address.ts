import { useSyncExternalStore } from "react"
import { withCompany } from "./companyAddress.ts"
import { publicPathAt } from "#core/navigation/routes.ts"

/** State kept in the history entry but not in the URL. */
export interface Carried {
  /** The email typed on the previous screen. */
  readonly email?: string
  /** The one-time uid of a reset link, removed from the URL. */
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
 * Navigates to a URL from outside the router, such as to sign in and back. Inside the router use its links and
 * `navigate`; it also notices this. Adds the company the tab acts for to the URL.
 */
export const goTo = (href: string, how: { readonly replace?: boolean; readonly carried?: Carried } = {}): void => {
  // The router patches the methods of `history`. Use the unpatched ones for paths it doesn't handle.
  const { pushState, replaceState } = publicPathAt(href.split(/[?#]/)[0] ?? "") === null ? history : History.prototype
  const change = how.replace === true ? replaceState : pushState
  change.call(history, how.carried ?? {}, "", withCompany(href))
  changed()
}

/** The path and the query of the URL. They follow `goTo` and the Back button. */
export const usePath = (): string => useSyncExternalStore(subscribe, () => location.pathname)
export const useQuery = (): string => useSyncExternalStore(subscribe, () => location.search)

/** The email typed on the previous screen, or "". */
export const carriedEmail = (): string => {
  const { email } = (history.state ?? {}) as Carried
  return typeof email === "string" ? email : ""
}

/** The uid of a reset link from before the page was reloaded, or null. */
export const carriedUid = (): string | null => {
  const { uid } = (history.state ?? {}) as Carried
  return typeof uid === "string" ? uid : null
}
