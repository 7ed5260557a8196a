import type { Page } from "playwright-core"

/**
 * Requests the locks changed since a time (all if it is empty) as JSON in pages of 5,000, and only parses and keeps them, in
 * the same page. Returns milliseconds.
 */
export const bareSync = (page: Page, token: string, lastPulled: string): Promise<number> =>
  page.evaluate(
    async ([authorization, since]) => {
      const kept: Array<unknown> = []
      Object.assign(globalThis, { keptByBench: kept })
      const began = performance.now()
      let query = since === "" ? "" : `&lastPulled=${encodeURIComponent(since)}`
      for (;;) {
        const answer = await fetch(`/api/locks?count=5000${query}`, { headers: { authorization } })
        const piece = (await answer.json()) as { after: string | null; lastPulled: string; data: unknown }
        kept.push(piece.data)
        if (piece.after === null) return performance.now() - began
        query = `&lastPulled=${encodeURIComponent(piece.lastPulled)}&after=${piece.after}`
      }
    },
    [token, lastPulled] as const
  )
