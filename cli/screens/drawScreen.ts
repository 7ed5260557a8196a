import type { ReactNode } from "react"
import type { Streams } from "#cli/output/Terminal.ts"
import { Keyboard } from "./Keyboard.ts"

/** The result of a screen; Ctrl+C ends any. */
export type ScreenEnd<A> = A | "interrupted"

/** Callbacks by which a screen ends. */
export interface Ending<A> {
  readonly end: (value: A) => void
  readonly fail: (cause: unknown) => void
}

/**
 * Draws a screen on the terminal's alternate buffer, which leaves nothing in the scrollback, until it ends, fails, or Ctrl+C or
 * `signal` interrupts it. Keys typed while `load` loads the screen are kept for it.
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
        // In its own turn of the event loop, because a page's effect may have ended the screen.
        setImmediate(() => {
          // Clears the output even on terminals without an alternate buffer.
          app.rerender(null)
          app
            .waitUntilRenderFlush()
            .then(() => {
              app.unmount()
              // Settle only after the terminal is restored.
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
