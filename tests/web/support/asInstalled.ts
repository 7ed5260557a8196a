import type { Page } from "playwright-core"

/**
 * Fills in `lockdesk-…` meta elements, as an installation does in index.html, before the console reads them. A page fulfilled by
 * a route would not do: Chromium takes it for a public page and blocks its calls to 127.0.0.1.
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
