import type { Page } from "playwright-core"

/** Holds back the answers to some requests of a page until the function it returns is called. */
export const holdBack = async (page: Page, requests: RegExp): Promise<() => void> => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(requests, async (route) => {
    await released
    await route.continue()
  })
  return release
}
