import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { whoAmI } from "#core/commands/sessionCommands.ts"
import { CallFailure } from "./CallFailure.ts"
import { run } from "./run.ts"
import { session } from "./Session.ts"

let asking: { readonly token: string; readonly answer: Promise<LoggedInUser | null> } | null = null

const ask = async (token: string): Promise<LoggedInUser | null> => {
  try {
    const { data } = await run(whoAmI, {})
    if (session.token === token) session.know(data)
    return session.user
  } catch (error) {
    if (!(error instanceof CallFailure) || error.problem?._tag !== "SignedOut") throw error
    if (session.token === token) session.end()
    return null
  }
}

/** The user of the kept token, asked for once; null when nobody is signed in. Throws when the server cannot say. */
export const whoIsSignedIn = async (): Promise<LoggedInUser | null> => {
  const { token, user } = session.state()
  if (user !== null || token === null) return user
  if (asking?.token !== token) asking = { token, answer: ask(token) }
  try {
    return await asking.answer
  } finally {
    asking = null
  }
}
