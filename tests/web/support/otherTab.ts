import type { Page } from "playwright-core"

/** Ends a page's session the way another tab does whose session ended by itself. */
export const sessionEnds = (page: Page): Promise<void> =>
  page.evaluate(() => {
    localStorage.removeItem("authorization")
    dispatchEvent(new StorageEvent("storage", { key: "authorization", newValue: null, storageArea: localStorage }))
  })

/** Signs a page in the way another tab's sign-in does. */
export const signedInElsewhere = (page: Page, token: string): Promise<void> =>
  page.evaluate((newValue) => {
    localStorage.setItem("authorization", newValue)
    dispatchEvent(new StorageEvent("storage", { key: "authorization", newValue, storageArea: localStorage }))
  }, token)
