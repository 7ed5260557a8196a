import { signOut as signOutCommand } from "#core/commands/sessionCommands.ts"
import { CallFailure } from "./CallFailure.ts"
import { call, callerWith } from "./calls.ts"
import { toast } from "./notices.ts"
import { session } from "./Session.ts"
import { endSession } from "./sessionLife.ts"
import { mayLoseAll } from "./unsaved.ts"

/**
 * Signs out here at once, and on the server as soon as it responds. `asked` means the user signed out, unless they keep their
 * unsaved changes and drafts; otherwise the web timeout expired and the next sign-in returns them to the same screen.
 */
export const signOut = async (asked: boolean): Promise<void> => {
  if (asked && !(await mayLoseAll())) return
  const { token } = session
  if (token === null) return
  endSession(asked)
  const { does } = signOutCommand
  if (!("run" in does)) return
  try {
    await call(does.run({}), { caller: callerWith(token) })
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error
    // The server has already ended the session.
    if (error.cancelled || error.problem?._tag === "SignedOut") return
    toast(
      "warning",
      "You're signed out of this browser only.",
      "We couldn't reach the server; your session there will expire."
    )
  }
}
