import { reauthenticate } from "#core/commands/accountCommands.ts"
import { call } from "#web/app/calls.ts"
import { session } from "#web/app/Session.ts"
import { askWhoIsSignedIn } from "#web/app/whoAmI.ts"

/** Stores the new token, if the response has one, and reloads the user (002 §4). */
export const accountSaved = async (token: string | undefined): Promise<void> => {
  if (token !== undefined) session.renew(token)
  await askWhoIsSignedIn()
}

/** Re-authenticates this session with the password (002 §4). The company the user acts for stays the same. */
export const showPassword = async (email: string, password: string): Promise<void> => {
  const { data } = await call(reauthenticate(email, password))
  session.renew(data.token)
}
