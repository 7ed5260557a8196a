import { homePath, publicPathAt } from "#core/navigation/routes.ts"
import { goTo } from "#web/app/address.ts"
import { readTab, writeTab } from "#web/app/storage.ts"

/** A protected path of this console, or null. Return URLs may be nothing else. */
export const ownPath = (href: string | null): string | null =>
  href !== null && /^\/(?![/\\])/.test(href) && publicPathAt(href.split(/[?#]/)[0] ?? "") === null ? href : null

/** Where the user was going before they had to sign in. Clears it. */
export const attemptedPath = (redirect: string | null): string => {
  const path = ownPath(redirect) ?? ownPath(readTab("attemptedPath")) ?? homePath
  writeTab("attemptedPath", null)
  return path
}

/** Where to go after signing in: the facility transfer of a token (000 §2), or where the user was going. */
export const wayOn = (query: string): string => {
  const search = new URLSearchParams(query)
  const token = search.get("token")
  return token === null
    ? attemptedPath(search.get("redirect"))
    : `/Account/FacilityTransfer?token=${encodeURIComponent(token)}`
}

/**
 * Goes to the sign-in screen (000 §2). Keeps the return URL in both the tab's storage and the URL, and passes on the
 * token of a facility transfer.
 */
export const goToSignIn = (from: { readonly pathname: string; readonly search: string }): void => {
  const token = new URLSearchParams(from.search).get("token")
  if (token !== null) return goTo(`/signin?token=${encodeURIComponent(token)}`, { replace: true })
  if (from.pathname === "/") return goTo("/signin", { replace: true })
  const href = from.pathname + from.search
  writeTab("attemptedPath", href)
  goTo(`/signin?redirect=${encodeURIComponent(href)}`, { replace: true })
}
