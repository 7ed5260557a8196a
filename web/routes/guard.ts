import { redirect } from "@tanstack/react-router"
import { accessLevel } from "#core/auth/accessRules.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { AccessLevel } from "#core/auth/permissions.ts"
import type { CompanyId } from "#core/base/ids.ts"
import { guardRoute } from "#core/navigation/routeRules.ts"
import type { Route } from "#core/navigation/routes.ts"
import { actForNamed } from "#web/app/switchCompany.ts"
import { companyIn, showCompany } from "#web/app/companyAddress.ts"
import { LeftConsole } from "#web/app/LeftConsole.ts"
import { goToOldWebApp } from "#web/app/oldWebApp.ts"
import { session } from "#web/app/Session.ts"
import { hasTyped } from "#web/app/unsaved.ts"
import { whoIsSignedIn } from "#web/app/whoAmI.ts"
import { goToSignIn } from "./ways.ts"

interface At {
  readonly pathname: string
  readonly searchStr: string
  /** The URL in the browser, including the company the tab acts for. */
  readonly publicHref: string
}

/**
 * Guards every protected path: requires a signed-in user (000 §2) and switches to the company the URL names. Resolves
 * to that company.
 */
export const guardSession = async (at: At): Promise<{ readonly companyID: CompanyId }> => {
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

/**
 * Whether a form with unsaved input stays open although the guard would refuse its screen: the user only views as someone
 * else, or its data is still readable, and the permission to save may return.
 */
export const staysForTyped = (user: LoggedInUser, { access }: Route): boolean =>
  hasTyped() &&
  (user.viewing !== undefined || access.kind !== "permission" || accessLevel(user, access.area) !== AccessLevel.id.None)

/**
 * Guards a screen by its route's permission (000 §2). Calls `denied` if the user lacks it. `inside`: the screen stays
 * the same, and only its search changes.
 */
export const guardScreen = (route: Route, denied: () => void, inside: boolean): void => {
  const { user } = session
  if (user === null) throw new LeftConsole()
  const answer = guardRoute(user, route)
  if (answer.kind === "stay" || (inside && staysForTyped(user, route))) return
  if (answer.denied) denied()
  throw redirect({ to: answer.to, replace: true })
}
