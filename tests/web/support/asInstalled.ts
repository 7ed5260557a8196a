import type { Page } from "playwright-core"

/**
 * Fills in `lockdesk-…` meta elements, as an installation does in index.html, before the console reads them. The page
 * itself stays the server's: Chromium takes one that a route fulfills for a public page, and closes this machine to it.
 */
export const asInstalled = (page: Page, told: Readonly<Record<string, string>>) =>
  page.addInitScript((contents) => {
    document.addEventListener("readystatechange", () => {
      for (const [name, content] of Object.entries(contents)) {
        const meta = document.querySelector<HTMLMetaElement>(`meta[name="lockdesk-${name}"]`)
        if (meta) meta.content = content
      }
    })
  }, told)
