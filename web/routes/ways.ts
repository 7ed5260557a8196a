import { homePath, publicPathAt } from "#core/navigation/routes.ts"
import { goTo } from "#web/app/address.ts"
import { readTab, writeTab } from "#web/app/storage.ts"

/** A protected address of this console: anything else is no place to go back to. */
export const ownPath = (href: string | null): string | null =>
  href !== null && /^\/(?![/\\])/.test(href) && publicPathAt(href.split(/[?#]/)[0] ?? "") === null ? href : null

/** Where somebody was on their way to before they had to sign in; it is forgotten by being asked. */
export const attemptedPath = (redirect: string | null): string => {
  const path = ownPath(redirect) ?? ownPath(readTab("attemptedPath")) ?? homePath
  writeTab("attemptedPath", null)
  return path
}

/** Where a sign-in leads on to: the facility transfer of a token (000 §2), or where somebody was on their way to. */
export const wayOn = (query: string): string => {
  const search = new URLSearchParams(query)
  const token = search.get("token")
  return token === null
    ? attemptedPath(search.get("redirect"))
    : `/Account/FacilityTransfer?token=${encodeURIComponent(token)}`
}

/**
 * Leads somebody without a session to the sign-in (000 §2). Where they were is remembered twice, in the tab and in the address;
 * a facility transfer's token is taken along.
 */
export const goToSignIn = (from: { readonly pathname: string; readonly search: string }): void => {
  const token = new URLSearchParams(from.search).get("token")
  if (token !== null) return goTo(`/signin?token=${encodeURIComponent(token)}`, { replace: true })
  if (from.pathname === "/") return goTo("/signin", { replace: true })
  const href = from.pathname + from.search
  writeTab("attemptedPath", href)
  goTo(`/signin?redirect=${encodeURIComponent(href)}`, { replace: true })
}
