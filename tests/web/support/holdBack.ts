import type { Page } from "playwright-core"

/** How requests are answered: not before something else is asked for, with a failure, not at all, or as the server does. */
export type Answer = "late" | "fails" | "lost" | "comes"

/** Takes over the answers to some requests of a page. They are late until the function it returns says otherwise. */
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

/** Holds back the answers to some requests of a page until the function it returns is called. */
export const holdBack = async (page: Page, requests: RegExp): Promise<() => void> => {
  const answer = await answering(page, requests)
  return () => answer("comes")
}
