import type { Page } from "playwright-core"
import { inTime } from "./inTime.ts"

/** A request that gets 204 only if it is intercepted. */
export const probe = /\/icon\.svg\?intercepted$/

/**
 * Waits until a page's requests are intercepted, if it has loaded one. Chromium says so before the page knows. The request of a key
 * pressed at once would reach the server if the page is busy.
 */
export const intercepted = async (page: Page): Promise<void> => {
  if (!page.url().startsWith("http")) return
  const until204 = async () => {
    const status = () =>
      fetch("/icon.svg?intercepted", { cache: "no-store" }).then(
        (response) => response.status,
        () => null
      )
    while ((await status()) !== 204);
  }
  await inTime("intercepting", page.evaluate(until204))
}
