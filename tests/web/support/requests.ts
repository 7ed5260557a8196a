import type { Page, Request } from "playwright-core"

/** A page's requests since it was opened. */
export interface Requests {
  /** How many have begun or ended. */
  readonly changes: () => number
  readonly underWay: () => number
}

/** Long-lived connections don't count, because their response never finishes. */
const isAwaited = (request: Request): boolean =>
  !["websocket", "eventsource", "ping"].includes(request.resourceType()) && !request.url().includes("/api/hub")

/** Counts a page's requests from now on. */
export const countRequests = (page: Page): Requests => {
  const underWay = new Set<Request>()
  let changes = 0
  const ended = (request: Request): void => {
    if (underWay.delete(request)) changes += 1
  }
  page.on("request", (request) => {
    if (!isAwaited(request)) return
    changes += 1
    underWay.add(request)
  })
  page.on("requestfinished", ended)
  page.on("requestfailed", ended)
  return { changes: () => changes, underWay: () => underWay.size }
}
