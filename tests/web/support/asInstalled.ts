import type { Page } from "playwright-core"

/**
 * Fills in `lockdesk-…` meta elements before the console reads them, as an installation does in index.html. Fulfilling the page
 * with a route doesn't work: Chromium then treats it as a public page and blocks its calls to 127.0.0.1.
 */
export const asInstalled = (page: Page, settings: Readonly<Record<string, string>>) =>
  page.addInitScript((contents) => {
    document.addEventListener("readystatechange", () => {
      for (const [name, content] of Object.entries(contents)) {
        const meta = document.querySelector<HTMLMetaElement>(`meta[name="lockdesk-${name}"]`)
        if (meta) meta.content = content
      }
    })
  }, settings)
