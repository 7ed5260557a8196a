import { mayActForOthers } from "#core/auth/actingRules.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { whoAmI } from "#core/commands/sessionCommands.ts"
import { homePath } from "#core/navigation/routes.ts"
import { goTo } from "./address.ts"
import { CallFailure } from "./CallFailure.ts"
import { call, callerWith } from "./calls.ts"
import { withCompany } from "./companyAddress.ts"
import { tellFailure } from "./failures.ts"
import { toast } from "./notices.ts"
import { session } from "./Session.ts"
import { replaceSession } from "./sessionLife.ts"
import { mayLoseTyped } from "./unsaved.ts"

/** The user of a token, acting for a company; null is their own. */
export const userFor = async (token: string, companyID: number | null): Promise<LoggedInUser> => {
  const { does } = whoAmI
  if (!("run" in does)) throw new TypeError("who am I is a call")
  return (await call(does.run({}), { caller: callerWith(token, companyID) })).data
}

/** The latest choice counts: an earlier one that is answered later is dropped. */
let chosen = 0

/**
 * Acts for a company from here on; null is the user's own. Everything of the former company goes: calls under way, cached
 * answers, what is open. False when another choice came first. Rejects with a `CallFailure`, and all stays as it was.
 */
export const switchCompany = async (companyID: number | null): Promise<boolean> => {
  const { token } = session
  if (token === null) return false
  const choice = ++chosen
  const user = await userFor(token, companyID)
  if (choice !== chosen || session.token !== token) return false
  replaceSession(token, user)
  return true
}

/** Why an address or a choice names a company that does not exist is told; anything else is the caller's. */
export const isUnknownCompany = (error: unknown): error is CallFailure =>
  error instanceof CallFailure && error.problem?._tag === "CompanyNotFound"

/** Acts for the company that an address names, before anything of it is shown. One that does not exist is told. */
export const actForNamed = async (companyID: number | null): Promise<void> => {
  const { user } = session
  if (user === null || !mayActForOthers(user) || (companyID ?? user.ownCompanyID) === user.companyID) return
  try {
    await switchCompany(companyID)
  } catch (error) {
    if (!isUnknownCompany(error)) throw error
    toast("error", error.words.error, "You're still acting for the same company as before.")
  }
}

/** A person chooses a company to act for; null is their own. They go to its dashboard, unless they act for it already or keep what they typed. */
export const actFor = async (companyID: number | null, path: string = homePath): Promise<boolean> => {
  const { user } = session
  if (user === null) return false
  if ((companyID ?? user.ownCompanyID) === user.companyID) {
    toast("info", `You're already acting for ${user.companyName}.`)
    return true
  }
  if (!(await mayLoseTyped())) return false
  try {
    if (!(await switchCompany(companyID))) return false
  } catch (error) {
    tellFailure(error)
    return false
  }
  goTo(withCompany(path))
  return true
}
