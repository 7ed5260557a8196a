import type { CDPSession, Page } from "playwright-core"
import { pressAtOnce } from "../web/support/pressedKeys.ts"

interface Watcher {
  __untilPainted?: (shown: () => boolean, wait: number) => Promise<void>
  __painted?: Promise<number>
}

/**
 * Makes a page able to measure the time from a key to its painted result: from the key event's timestamp, which the browser
 * sets on input, through the first frame whose DOM has the result, to the first task after that frame was rendered
 * (requestAnimationFrame, then MessageChannel). Event Timing would report the same in steps of 8 ms, which is too coarse here.
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
      // Prevents an unhandled rejection before the caller awaits it.
      watcher.__painted.catch(() => undefined)
      return new Promise((resolve) => setTimeout(resolve, wait))
    }
  })

/**
 * Presses a key and returns the milliseconds until the page has painted a state for which `shown` (an expression in the page)
 * is true. The key comes `wait` milliseconds after the previous paint, so that it can fall anywhere between two frames.
 */
export const keyToPaint = async (
  page: Page,
  press: () => Promise<unknown>,
  { shown, wait }: { readonly shown: string; readonly wait: number }
): Promise<number> => {
  // Evaluated as text over CDP, because the page's policy forbids eval.
  await page.evaluate(`__untilPainted(() => ${shown}, ${wait})`)
  await press()
  return page.evaluate(() => (globalThis as Watcher).__painted ?? Number.NaN)
}

/** Types one key as a keyboard would. */
export const typeKey = (session: CDPSession, key: string) => (): Promise<void> => pressAtOnce(session, [key])

/** The value that this share of the figures does not exceed. */
export const percentile = (figures: ReadonlyArray<number>, share: number): number =>
  figures.toSorted((a, b) => a - b)[Math.min(figures.length - 1, Math.floor(figures.length * share))] ?? Number.NaN
