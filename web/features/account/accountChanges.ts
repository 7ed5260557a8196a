import { reauthenticate } from "#core/commands/accountCommands.ts"
import { call } from "#web/app/calls.ts"
import { session } from "#web/app/Session.ts"
import { askWhoIsSignedIn } from "#web/app/whoAmI.ts"

/** Takes the new token where an answer has one, and asks for the user anew (002 §4). */
export const accountSaved = async (token: string | undefined): Promise<void> => {
  if (token !== undefined) session.renew(token)
  await askWhoIsSignedIn()
}

/** Shows the password of this session again (002 §4). The company that is acted for stays. */
export const showPassword = async (email: string, password: string): Promise<void> => {
  const { data } = await call(reauthenticate(email, password))
  session.renew(data.token)
}
