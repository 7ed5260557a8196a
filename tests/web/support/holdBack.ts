import type { Page } from "playwright-core"

/**
 * How matching requests are answered: held until the next change, with an error, with a connection failure, or by the server.
 */
export type Answer = "late" | "fails" | "lost" | "comes"

/** Intercepts matching requests of a page. They are held ("late") until the returned function says otherwise. */
export const answering = async (page: Page, requests: RegExp): Promise<(how: Answer) => void> => {
  let how: Answer = "late"
  let changed = Promise.withResolvers<void>()
  await page.route(requests, async (route) => {
    while (how === "late") await changed.promise
    if (how === "fails") await route.fulfill({ status: 500, json: { success: false } })
    else if (how === "lost") await route.abort("connectionrefused")
    else await route.continue()
  })
  return (next) => {
    how = next
    changed.resolve()
    changed = Promise.withResolvers<void>()
  }
}

/** Holds matching requests of a page until the returned function is called. */
export const holdBack = async (page: Page, requests: RegExp): Promise<() => void> => {
  const answer = await answering(page, requests)
  return () => answer("comes")
}
