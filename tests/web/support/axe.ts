import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { Page } from "playwright-core"
import { testsAll } from "../../support/turns.ts"

/** The minified file, because axe-core's `source` includes all comments: 1.5 MB to send to every page. */
const source = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8")

interface Found {
  readonly id: string
  readonly help: string
  readonly nodes: ReadonlyArray<{ readonly target: ReadonlyArray<unknown>; readonly failureSummary?: string }>
}

/** Axe's options that select these rules. */
interface Rules {
  readonly runOnly?: { readonly type: "rule"; readonly values: ReadonlyArray<string> }
  readonly rules?: Readonly<Record<string, { readonly enabled: boolean }>>
}

const findings = async (page: Page, rules: Rules): Promise<ReadonlyArray<string>> => {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(source)
  const violations = await page.evaluate(async (selected) => {
    const { axe: inPage } = globalThis as unknown as {
      axe: { run: (options: object) => Promise<{ violations: ReadonlyArray<Found> }> }
    }
    // Only violations, because reporting passes for every element takes time too.
    return (await inPage.run({ resultTypes: ["violations"], ...selected })).violations
  }, rules)
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary = "" }) => `${id}: ${help}: ${target.join(" ")} (${failureSummary})`)
  )
}

/** Axe rules that depend on colors. */
const ofColors = ["color-contrast", "link-in-text-block"]

/**
 * Axe findings of the current page, including best practices: one line per rule and element. Without contrast, which takes
 * almost half of the time: a guard computes it for all colors a stylesheet can combine (`tests/guards/colors.test.ts`).
 * `npm run trials` measures it in both themes.
 */
export const axeFindings = async (page: Page): Promise<ReadonlyArray<string>> => {
  if (!testsAll) return findings(page, { rules: { "color-contrast": { enabled: false } } })
  // Reduced motion, so that axe doesn't read colors in the middle of a theme transition.
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" })
  const dark = await findings(page, { runOnly: { type: "rule", values: ofColors } })
  await page.emulateMedia({ colorScheme: "light" })
  return [...(await findings(page, {})), ...dark.map((found) => `in the dark theme: ${found}`)]
}
