import axe from "axe-core"
import type { Page } from "playwright-core"

interface Found {
  readonly id: string
  readonly help: string
  readonly nodes: ReadonlyArray<{ readonly target: ReadonlyArray<unknown>; readonly failureSummary?: string }>
}

/** What axe finds wrong with a page as it is now, its best practices included: one line for each rule and element. */
export const axeFindings = async (page: Page): Promise<ReadonlyArray<string>> => {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe.source)
  const violations = await page.evaluate(async () => {
    const { axe: inPage } = globalThis as unknown as {
      axe: { run: () => Promise<{ violations: ReadonlyArray<Found> }> }
    }
    return (await inPage.run()).violations
  })
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary = "" }) => `${id}: ${help}: ${target.join(" ")} (${failureSummary})`)
  )
}
