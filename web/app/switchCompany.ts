import { mayActForOthers } from "#core/auth/actingRules.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { CompanyId } from "#core/base/ids.ts"
import { whoAmI } from "#core/commands/sessionCommands.ts"
import { CallFailure } from "./CallFailure.ts"
import { call, callerWith } from "./calls.ts"
import { toast } from "./notices.ts"
import { session } from "./Session.ts"
import { replaceSession } from "./sessionLife.ts"
import { forgetTyped } from "./unsaved.ts"

/** Fetches the user of a token acting for a company; null for their own. */
export const userFor = async (token: string, companyID: CompanyId | null): Promise<LoggedInUser> => {
  const { does } = whoAmI
  if (!("run" in does)) throw new TypeError("who am I is a call")
  return (await call(does.run({}), { caller: callerWith(token, companyID) })).data
}

/** Counts choices, so that the response to an outdated one is dropped. */
let chosen = 0

/**
 * Switches to acting for a company; null for the user's own. Drops everything of the previous company: pending calls,
 * cached responses, open dialogs. Resolves to false if another choice superseded it. Rejects with a `CallFailure` and
 * changes nothing.
 */
export const switchCompany = async (companyID: CompanyId | null): Promise<boolean> => {
  const { token } = session
  if (token === null) return false
  const choice = ++chosen
  const user = await userFor(token, companyID)
  if (choice !== chosen || session.token !== token) return false
  // The user was asked about it before. It isn't there again when they are back.
  forgetTyped()
  replaceSession(token, user)
  return true
}

/** Whether an error means that the company doesn't exist. Callers handle any other error. */
export const isUnknownCompany = (error: unknown): error is CallFailure =>
  error instanceof CallFailure && error.problem?._tag === "CompanyNotFound"

/** Switches to the company a URL names before rendering anything of it. Shows a message if it doesn't exist. */
export const actForNamed = async (companyID: CompanyId | null): Promise<void> => {
  const { user } = session
  if (user === null || !mayActForOthers(user) || (companyID ?? user.ownCompanyID) === user.companyID) return
  try {
    await switchCompany(companyID)
  } catch (error) {
    if (!isUnknownCompany(error)) throw error
    toast("error", error.words.error, "You're still acting for the same company as before.")
  }
}
