import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { Page } from "playwright-core"

/** The minified file, because axe-core's `source` includes all comments: 1.5 MB to send to every page. */
const source = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8")

interface Found {
  readonly id: string
  readonly help: string
  readonly nodes: ReadonlyArray<{ readonly target: ReadonlyArray<unknown>; readonly failureSummary?: string }>
}

/** Axe findings of the current page, including best practices: one line per rule and element. Runs only `rules` if given. */
export const axeFindings = async (page: Page, rules?: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(source)
  const violations = await page.evaluate(async (only) => {
    const { axe: inPage } = globalThis as unknown as {
      axe: { run: (options: object) => Promise<{ violations: ReadonlyArray<Found> }> }
    }
    // Only violations, because reporting passes for every element takes time too.
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
