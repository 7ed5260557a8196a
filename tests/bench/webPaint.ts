import type { CDPSession, Page } from "playwright-core"
import { pressAtOnce } from "../web/support/pressedKeys.ts"

interface Watcher {
  __untilPainted?: (shown: () => boolean, wait: number) => Promise<void>
  __painted?: Promise<number>
}

/**
 * Makes a page able to tell how long a key took until its outcome was painted: from the key event's own time, which the
 * browser sets when it is told of the key, over the first frame whose DOM holds the outcome, to the first task after that frame
 * was rendered (requestAnimationFrame, then MessageChannel). Event Timing would say the same in steps of 8 ms, too coarse here.
 */
export const watchPaint = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const watcher = globalThis as Watcher
    watcher.__untilPainted = (shown, wait) => {
      watcher.__painted = new Promise((resolve, reject) => {
        const onKey = (event: KeyboardEvent): void => {
          if (!event.isTrusted || event.key === "Control") return
          removeEventListener("keydown", onKey, true)
          const frame = (): void => {
            if (!shown()) {
              if (performance.now() - event.timeStamp > 20_000) return reject(new Error(`20 s without: ${shown}`))
              return void requestAnimationFrame(frame)
            }
            const channel = new MessageChannel()
            channel.port1.addEventListener("message", () => resolve(performance.now() - event.timeStamp))
            channel.port1.start()
            channel.port2.postMessage(0)
          }
          requestAnimationFrame(frame)
        }
        addEventListener("keydown", onKey, true)
      })
      // Whoever waits for it is told; until then nobody is.
      watcher.__painted.catch(() => undefined)
      return new Promise((resolve) => setTimeout(resolve, wait))
    }
  })

/**
 * Presses a key and returns the milliseconds until the page has painted what `shown` (an expression of the page) says. The key
 * comes `wait` milliseconds after the last was painted, so that it meets a frame anywhere between two.
 */
export const keyToPaint = async (
  page: Page,
  press: () => Promise<unknown>,
  { shown, wait }: { readonly shown: string; readonly wait: number }
): Promise<number> => {
  // As text: the page's policy lets nothing make code of text, but the debugger.
  await page.evaluate(`__untilPainted(() => ${shown}, ${wait})`)
  await press()
  return page.evaluate(() => (globalThis as Watcher).__painted ?? Number.NaN)
}

/** One key of a text, as the browser gets it from a keyboard. */
export const typeKey = (session: CDPSession, key: string) => (): Promise<void> => pressAtOnce(session, [key])

/** The value that a share of the figures does not exceed. */
export const percentile = (figures: ReadonlyArray<number>, share: number): number =>
  figures.toSorted((a, b) => a - b)[Math.min(figures.length - 1, Math.floor(figures.length * share))] ?? Number.NaN
