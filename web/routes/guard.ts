import { redirect } from "@tanstack/react-router"
import { guardRoute } from "#core/navigation/routeRules.ts"
import type { Route } from "#core/navigation/routes.ts"
import { actForNamed } from "#web/app/actFor.ts"
import { companyIn, showCompany } from "#web/app/companyAddress.ts"
import { LeftConsole } from "#web/app/LeftConsole.ts"
import { goToOldWebApp } from "#web/app/oldWebApp.ts"
import { session } from "#web/app/Session.ts"
import { whoIsSignedIn } from "#web/app/whoAmI.ts"
import { goToSignIn } from "./ways.ts"

interface At {
  readonly pathname: string
  readonly searchStr: string
  /** As the browser has it, with the company that is acted for. */
  readonly publicHref: string
}

/**
 * Stands before every protected address: somebody is signed in (000 §2), and acts for the company that the address names.
 * Answers which company that is.
 */
export const guardSession = async (at: At): Promise<{ readonly companyID: number }> => {
  if (session.user !== null) await actForNamed(companyIn(at.publicHref.split("?")[1] ?? ""))
  const user = await whoIsSignedIn()
  if (user === null) {
    const search = at.publicHref.includes("?") ? `?${at.publicHref.split("?")[1]?.split("#")[0] ?? ""}` : ""
    goToSignIn({ pathname: at.pathname, search })
    throw new LeftConsole()
  }
  if (await goToOldWebApp(user)) throw new LeftConsole()
  showCompany()
  return { companyID: user.companyID }
}

/** Stands before the screen of a route: its permission reaches (000 §2). `denied` is told when it does not. */
export const guardScreen = (route: Route, denied: () => void): void => {
  const { user } = session
  if (user === null) throw new LeftConsole()
  const answer = guardRoute(user, route)
  if (answer.kind === "stay") return
  if (answer.denied) denied()
  throw redirect({ to: answer.to, replace: true })
}
