import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { Page } from "playwright-core"

/** As it is minified: its `source` is all of it with comments, a megabyte and a half that every page would be sent. */
const source = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8")

interface Found {
  readonly id: string
  readonly help: string
  readonly nodes: ReadonlyArray<{ readonly target: ReadonlyArray<unknown>; readonly failureSummary?: string }>
}

/**
 * What axe finds wrong with a page as it is now, its best practices included: one line for each rule and element. With
 * these rules only, where some are named.
 */
export const axeFindings = async (page: Page, rules?: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(source)
  const violations = await page.evaluate(async (only) => {
    const { axe: inPage } = globalThis as unknown as {
      axe: { run: (options: object) => Promise<{ violations: ReadonlyArray<Found> }> }
    }
    // What is right is not asked for: telling it of every element is work too.
    const asked = {
      resultTypes: ["violations"],
      ...(only === undefined ? {} : { runOnly: { type: "rule", values: only } })
    }
    return (await inPage.run(asked)).violations
  }, rules)
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary = "" }) => `${id}: ${help}: ${target.join(" ")} (${failureSummary})`)
  )
}
