import { publicPathAt } from "#core/navigation/routes.ts"
import { companyIdOf, session } from "./Session.ts"

/** The company acted for in an address of the console. The router does not see it: it is the same screen. */
const parameter = "companyID"

/** The company that the search of an address names; null where it names none. */
export const companyIn = (search: string): number | null => companyIdOf(new URLSearchParams(search).get(parameter))

const change = (href: string, set: (search: URLSearchParams) => void): string => {
  const url = new URL(href, location.origin)
  set(url.searchParams)
  return url.pathname + url.search + url.hash
}

/** An address that names no company. */
export const withoutCompany = (href: string): string =>
  href.includes(parameter) ? change(href, (search) => search.delete(parameter)) : href

/** A protected address of the console that names the company this tab acts for, unless it names one already. */
export const withCompany = (href: string, companyID: number | null = session.companyID): string => {
  const [path = "", rest = ""] = href.split("?")
  const names = companyIn(rest.split("#")[0] ?? "") !== null
  return companyID === null || names || publicPathAt(path.split("#")[0] ?? "") !== null
    ? href
    : change(href, (search) => search.set(parameter, String(companyID)))
}

/** What the router does with it: taken out of what it reads, put into what it writes. */
export const companyRewrite = {
  input: ({ url }: { url: URL }): URL => {
    if (url.searchParams.has(parameter)) url.searchParams.delete(parameter)
    return url
  },
  output: ({ url }: { url: URL }): URL => {
    // Another one: the router goes on to read what it wrote itself.
    const written = new URL(url)
    if (session.companyID !== null) written.searchParams.set(parameter, String(session.companyID))
    return written
  }
}

/**
 * Settles which company a page that was just loaded acts for: the one that its address names, else the one of this tab, which
 * is written into the address. Whether the user may is asked afterwards.
 */
export const settleCompany = (): void => {
  if (publicPathAt(location.pathname) !== null) return
  const named = companyIn(location.search)
  if (named !== null) session.actFor(named)
  else showCompany()
}

/** Makes the address say which company this tab acts for. */
export const showCompany = (): void => {
  const here = location.pathname + location.search + location.hash
  const right = withCompany(withoutCompany(here))
  // Not by the router: it has nothing to load.
  if (right !== here) History.prototype.replaceState.call(history, history.state, "", right)
}
