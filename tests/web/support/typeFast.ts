import type { CDPSession } from "playwright-core"
import { pressAtOnce } from "./pressedKeys.ts"

/** Types keys with a pause in milliseconds before each: at a person's pace, or a scanner's. */
export const typeFast = async (
  session: CDPSession,
  keys: ReadonlyArray<string>,
  pauses: ReadonlyArray<number>
): Promise<void> => {
  const began = performance.now()
  let due = 0
  const sent: Array<Promise<void>> = []
  for (const [at, key] of keys.entries()) {
    due += pauses[at] ?? 0
    // Timers have a resolution of about 1 ms, so this loop polls instead; a zero pause doesn't wait.
    while (performance.now() - began < due) await new Promise((resolve) => setImmediate(resolve))
    sent.push(pressAtOnce(session, [key]))
  }
  await Promise.all(sent)
}
