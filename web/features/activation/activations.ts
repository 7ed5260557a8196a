import { words } from "#core/api/problem.ts"
import { activateLock } from "#core/commands/lockCommands.ts"
import { UndoRefused } from "#core/locks/LockChangeErrors.ts"
import { rememberBatch } from "#web/app/changesMade.ts"
import { now } from "#web/app/clock.ts"
import { toast } from "#web/app/notices.ts"
import { run } from "#web/app/run.ts"
import { atSessionEnd } from "#web/app/sessionLife.ts"
import { readTab, writeTab } from "#web/app/storage.ts"
import { ActivationQueue } from "./ActivationQueue.ts"
import { countLines } from "./activationLines.ts"
import { scanTone } from "./scanTone.ts"

/** Number of screens showing the list. While there is one, no notification is needed. */
let watching = 0

/** Undo would otherwise revert an older change. */
const refuseUndo = async (): Promise<void> => {
  const { error, next } = words(new UndoRefused({ data: { reason: "Activation" } }))
  toast("error", error, next)
}

/** The scans of this tab's session. Sending continues after the user leaves the screen. */
export const activations = new ActivationQueue({
  activate: async (serialCode, facilityID) => {
    const { data, unchanged } = await run(activateLock, { serialCode, facilityID })
    if (unchanged !== true) rememberBatch(activateLock.title, refuseUndo)
    return { lockID: data.lockID, unchanged: unchanged === true }
  },
  now,
  kept: { read: () => readTab("activations"), write: (text) => writeTab("activations", text) },
  onSettled: ({ serialCode, state }) => {
    if (state.kind === "failed") scanTone.play()
    if (watching > 0) return
    if (state.kind === "failed") toast("error", `${serialCode}: ${state.failure.error}`, state.failure.next)
    else if (countLines(activations.state().lines, now()).waiting === 0) toast("success", "Activate Successfully")
  }
})

/** Marks the list as visible. Returns a function that undoes it. */
export const watchActivations = (): (() => void) => {
  activations.recall()
  watching++
  return () => {
    watching--
  }
}

atSessionEnd(() => activations.forget())
