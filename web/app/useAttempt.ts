import { useState } from "react"
import { CallFailure } from "./CallFailure.ts"
import { tellFailure } from "./failures.ts"

/** Runs an action unless one is running. `handles` returns whether it has shown a failure itself. */
type Attempt = (act: () => Promise<unknown>, handles?: (failure: CallFailure) => boolean) => Promise<void>

/** Whether an action is running, and how to run one. Failures are shown. */
export const useAttempt = (): readonly [busy: boolean, attempt: Attempt] => {
  const [busy, setBusy] = useState(false)
  const attempt: Attempt = async (act, handles = () => false) => {
    if (busy) return
    setBusy(true)
    try {
      await act()
    } catch (error) {
      if (!(error instanceof CallFailure && handles(error))) tellFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return [busy, attempt]
}
