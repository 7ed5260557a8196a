import type { CompanyId } from "#core/base/ids.ts"
import { publicPathAt } from "#core/navigation/routes.ts"
import { companyIdOf, session } from "./Session.ts"

/** Query parameter for the company the tab acts for. Hidden from the router, because it doesn't change the screen. */
const parameter = "companyID"

/** The company named in a query string; null if none. */
export const companyIn = (search: string): CompanyId | null => companyIdOf(new URLSearchParams(search).get(parameter))

const change = (href: string, set: (search: URLSearchParams) => void): string => {
  const url = new URL(href, location.origin)
  set(url.searchParams)
  return url.pathname + url.search + url.hash
}

/** Removes the company from a URL. */
export const withoutCompany = (href: string): string =>
  href.includes(parameter) ? change(href, (search) => search.delete(parameter)) : href

/** Adds the company this tab acts for to a protected URL, unless it already names one. */
export const withCompany = (href: string): string => {
  const { companyID } = session
  const [path = "", rest = ""] = href.split("?")
  const names = companyIn(rest.split("#")[0] ?? "") !== null
  return companyID === null || names || publicPathAt(path.split("#")[0] ?? "") !== null
    ? href
    : change(href, (search) => search.set(parameter, String(companyID)))
}

/** The router's rewrite: removes the parameter from URLs it reads and adds it to those it writes. */
export const companyRewrite = {
  input: ({ url }: { url: URL }): URL => {
    if (url.searchParams.has(parameter)) url.searchParams.delete(parameter)
    return url
  },
  output: ({ url }: { url: URL }): URL => {
    // Copy the URL, because the router goes on using the one it passed.
    const written = new URL(url)
    if (session.companyID !== null) written.searchParams.set(parameter, String(session.companyID))
    return written
  }
}

/**
 * Sets the company for a freshly loaded page: the one in the URL, or else this tab's, which is added to the URL.
 * Whether the user may act for it is checked later.
 */
export const settleCompany = (): void => {
  if (publicPathAt(location.pathname) !== null) return
  const named = companyIn(location.search)
  if (named !== null) session.actFor(named)
  else showCompany()
}

/** Updates the URL to name the company this tab acts for. */
export const showCompany = (): void => {
  const here = location.pathname + location.search + location.hash
  const right = withCompany(withoutCompany(here))
  // Bypass the router, because there is nothing to load.
  if (right !== here) History.prototype.replaceState.call(history, history.state, "", right)
}
