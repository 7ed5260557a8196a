import { activateLock } from "#core/commands/lockCommands.ts"
import { now } from "#web/app/clock.ts"
import { toast } from "#web/app/notices.ts"
import { run } from "#web/app/run.ts"
import { atSessionEnd } from "#web/app/sessionLife.ts"
import { readTab, writeTab } from "#web/app/storage.ts"
import { ActivationQueue } from "./ActivationQueue.ts"
import { countLines } from "./activationLines.ts"
import { scanTone } from "./scanTone.ts"

/** Screens that show the list: what is shown there need not be told. */
let watching = 0

/** What was scanned in this tab's session. It goes on being sent when the screen is left. */
export const activations = new ActivationQueue({
  activate: async (serialCode, facilityID) => {
    const { data, unchanged } = await run(activateLock, { serialCode, facilityID })
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

/** Somebody looks at the list; returns how to stop. */
export const watchActivations = (): (() => void) => {
  watching++
  return () => {
    watching--
  }
}

atSessionEnd(() => activations.forget())
