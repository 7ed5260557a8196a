import type { ReactNode } from "react"
import type { Streams } from "#cli/output/Terminal.ts"
import { Keyboard } from "./Keyboard.ts"

/** What a screen ends with; Ctrl+C ends any. */
export type ScreenEnd<A> = A | "interrupted"

/** What a screen is given to end itself. */
export interface Ending<A> {
  readonly end: (value: A) => void
  readonly fail: (cause: unknown) => void
}

/**
 * Draws a screen on the terminal's alternate buffer, which leaves nothing behind in the scrollback, until it ends, fails,
 * or Ctrl+C or `signal` interrupts it. What is typed while `load` brings the screen is kept for it.
 */
export const drawScreen = async <A>(
  { stdin, stdout, stderr }: Streams,
  load: () => Promise<(ending: Ending<A>) => ReactNode>,
  signal: AbortSignal
): Promise<ScreenEnd<A>> => {
  let interrupt = () => process.kill(process.pid, "SIGINT")
  const keyboard = new Keyboard(stdin, () => interrupt())
  try {
    const [{ render }, { withKeyboard }, screen] = await Promise.all([import("ink"), import("./useKeys.ts"), load()])
    return await new Promise<ScreenEnd<A>>((resolve, reject) => {
      let over = false
      const finish = (settle: () => void) => {
        if (over) return
        over = true
        signal.removeEventListener("abort", stop)
        // In a turn of its own, for it may be a page's own effect that ended the screen.
        setImmediate(() => {
          // Also a terminal without an alternate buffer keeps nothing of what was shown.
          app.rerender(null)
          app
            .waitUntilRenderFlush()
            .then(() => {
              app.unmount()
              // What settles runs when the terminal is as it was before.
              return app.waitUntilExit()
            })
            .then(settle, reject)
        })
      }
      const stop = () => finish(() => resolve("interrupted"))
      const app = render(
        withKeyboard(
          keyboard,
          screen({
            end: (value) => finish(() => resolve(value)),
            fail: (cause) => finish(() => reject(cause))
          })
        ),
        {
          stdin,
          stdout,
          stderr,
          exitOnCtrlC: false,
          patchConsole: false,
          alternateScreen: true,
          interactive: true
        }
      )
      interrupt = () => {
        stop()
        return true
      }
      signal.addEventListener("abort", stop, { once: true })
      if (signal.aborted) stop()
    })
  } finally {
    keyboard.close()
  }
}
