import type { Page, Request } from "playwright-core"

/** A page's requests since it was opened. */
export interface Requests {
  readonly begun: () => number
  readonly underWay: () => number
}

/** Long-lived connections don't count, because their response never finishes. */
const isAwaited = (request: Request): boolean =>
  !["websocket", "eventsource", "ping"].includes(request.resourceType()) && !request.url().includes("/api/hub")

/** Counts a page's requests from now on. */
export const countRequests = (page: Page): Requests => {
  const underWay = new Set<Request>()
  let begun = 0
  page.on("request", (request) => {
    if (!isAwaited(request)) return
    begun += 1
    underWay.add(request)
  })
  page.on("requestfinished", (request) => void underWay.delete(request))
  page.on("requestfailed", (request) => void underWay.delete(request))
  return { begun: () => begun, underWay: () => underWay.size }
}
