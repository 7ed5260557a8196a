import { redirect } from "@tanstack/react-router"
import { guardRoute } from "#core/navigation/routeRules.ts"
import { homePath, publicPaths, publicWhileSignedIn, routeAt } from "#core/navigation/routes.ts"
import { session } from "#web/app/Session.ts"
import { readTab, writeTab } from "#web/app/storage.ts"
import { whoIsSignedIn } from "#web/app/whoAmI.ts"

/** An address of this console: anything else is no place to go back to. */
const ownPath = (path: string | null | undefined): string | null =>
  path != null && /^\/(?![/\\])/.test(path) && !publicPaths.some((each) => path.startsWith(each)) ? path : null

/** Where somebody was on their way to before they had to sign in; it is forgotten by being asked. */
export const attemptedPath = (redirectTo?: string): string => {
  const path = ownPath(redirectTo) ?? ownPath(readTab("attemptedPath")) ?? homePath
  writeTab("attemptedPath", null)
  return path
}

interface At {
  readonly pathname: string
  readonly searchStr: string
  readonly href: string
}

/** Stands before every protected address (000 §2). `denied` is told when a permission does not reach. */
export const guardProtected = async (at: At, denied: () => void): Promise<void> => {
  const user = await whoIsSignedIn()
  if (user === null) {
    const token = new URLSearchParams(at.searchStr).get("token")
    // A facility transfer is taken up again after the sign-in.
    if (token !== null) throw redirect({ to: "/signin", search: { token } })
    writeTab("attemptedPath", at.href)
    throw redirect({ to: "/signin", search: at.pathname === "/" ? {} : { redirect: at.href } })
  }
  const route = routeAt(at.pathname)
  if (route === undefined) return
  const answer = guardRoute(user, route)
  if (answer.kind === "stay") return
  if (answer.denied) denied()
  throw redirect({ to: answer.to, replace: true })
}

/** Stands before the public addresses: who is signed in has no business at most of them (000 §2). */
export const guardPublic = async (at: At): Promise<void> => {
  if (session.token === null || publicWhileSignedIn.has(at.pathname)) return
  const user = await whoIsSignedIn()
  if (user !== null) throw redirect({ to: attemptedPath(), replace: true })
}
