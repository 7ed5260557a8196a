import { signOut as signOutCommand } from "#core/commands/sessionCommands.ts"
import { CallFailure } from "./CallFailure.ts"
import { call, callerWith } from "./calls.ts"
import { toast } from "./notices.ts"
import { session } from "./Session.ts"
import { endSession } from "./sessionLife.ts"

/**
 * Signs out, here at once and at the server as soon as it answers. `asked` is a person's wish; without it the web timeout ran
 * out, and after the next sign-in they are back where they were.
 */
export const signOut = async (asked: boolean): Promise<void> => {
  const { token } = session
  if (token === null) return
  endSession(asked)
  const { does } = signOutCommand
  if (!("run" in does)) return
  try {
    await call(does.run({}), { caller: callerWith(token) })
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error
    // A session that the server has ended already needs no ending.
    if (error.cancelled || error.problem?._tag === "SignedOut") return
    toast(
      "warning",
      "You're signed out of this browser only.",
      "We couldn't reach the server; your session there will expire."
    )
  }
}
