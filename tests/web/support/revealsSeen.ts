import type { Page } from "playwright-core"

/** The reveal dialog's content at one moment. */
export interface RevealSeen {
  /** The 8 digits in its heading. */
  readonly serial: string
  /** The combination while it was shown. */
  readonly code: string | null
}

interface Recording {
  __revealsSeen?: Array<RevealSeen>
}

/** Makes every document of a tab record each state of a reveal dialog, even one shown for less than a frame. */
export const recordReveals = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const seen: Array<RevealSeen> = []
    ;(globalThis as Recording).__revealsSeen = seen
    const look = (): void => {
      for (const dialog of document.querySelectorAll("[role=dialog].reveal")) {
        const serial = (dialog.querySelector(".reveal-head .serial")?.textContent ?? "").replaceAll(/\D/g, "")
        const code = dialog.querySelector("[data-part=combination]")?.textContent ?? null
        const last = seen.at(-1)
        if (last?.serial !== serial || last.code !== code) seen.push({ serial, code })
      }
    }
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
  })

/** The recorded states since the page loaded or since the last call. */
export const takeReveals = (page: Page): Promise<ReadonlyArray<RevealSeen>> =>
  page.evaluate(() => (globalThis as Recording).__revealsSeen?.splice(0) ?? [])
