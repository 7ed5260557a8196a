import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { CompanyId } from "#core/base/ids.ts"
import { whoAmI } from "#core/commands/sessionCommands.ts"
import { CallFailure } from "./CallFailure.ts"
import { isUnknownCompany } from "./switchCompany.ts"
import { toast } from "./notices.ts"
import { run } from "./run.ts"
import { session } from "./Session.ts"

let asking: {
  readonly token: string
  readonly companyID: CompanyId | null
  readonly answer: Promise<LoggedInUser | null>
} | null = null

const ask = async (token: string): Promise<LoggedInUser | null> => {
  const { companyID } = session
  try {
    const { data } = await run(whoAmI, {})
    if (session.token === token && session.companyID === companyID) session.know(data)
    return session.user
  } catch (error) {
    if (isUnknownCompany(error) && companyID !== null && session.companyID === companyID) {
      toast("error", error.words.error, "You're acting for your own company.")
      session.actFor(null)
      return ask(token)
    }
    // A rejected token has already ended the session (failures.ts).
    if (!(error instanceof CallFailure) || error.problem?._tag !== "SignedOut") throw error
    return session.user
  }
}

/** Asks the server who is signed in, even if known. It keeps the session alive and updates the user. */
export const askWhoIsSignedIn = async (): Promise<LoggedInUser | null> =>
  session.token === null ? null : ask(session.token)

/** The user of the stored token, fetched once; null if signed out. Throws if the server doesn't respond. */
export const whoIsSignedIn = async (): Promise<LoggedInUser | null> => {
  const { token, user, companyID } = session.state()
  if (user !== null || token === null) return user
  if (asking?.token !== token || asking.companyID !== companyID) asking = { token, companyID, answer: ask(token) }
  try {
    return await asking.answer
  } finally {
    asking = null
  }
}
