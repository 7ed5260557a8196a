import type { Page, Request } from "playwright-core"

/** The requests of a page, counted from when it was opened. */
export interface Requests {
  readonly begun: () => number
  readonly underWay: () => number
}

/** A connection that stays open is no answer that is waited for. */
const isAwaited = (request: Request): boolean =>
  !["websocket", "eventsource", "ping"].includes(request.resourceType()) && !request.url().includes("/api/hub")

/** Counts the requests of a page from now on. */
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
