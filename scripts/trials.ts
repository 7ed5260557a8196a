/**
 * `npm run trials [TRIALS]`: the long version of tests that `npm test` runs only once: killed servers, full disks, lost
 * databases, power cuts. Each trial also makes 1,000 hostile requests, and types 100 serial codes fast against a slow server.
 * Server rules also run on the embedded database, and axe checks every screen, including contrast. 100 trials by default.
 * Random samples differ each time; `LOCKDESK_SEED` repeats a run.
 */
import { spawnSync } from "node:child_process"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { ensureChromium } from "./chromium.ts"

const root = join(import.meta.dirname, "..")

const testFiles = globSync("tests/**/*.test.ts", { cwd: root })
const filesWith = (text: string): ReadonlyArray<string> =>
  testFiles.filter((file) => readFileSync(join(root, file), "utf8").includes(text))

/** Property tests: `npm test` always uses the same samples; these are random. */
const properties = filesWith("support/properties.ts")

/** Server rules that `npm test` runs on PostgreSQL only. */
const rules = filesWith("usualHomes")

/** Screens that `npm test` checks by axe without contrast, or every second one. */
const screens = ["support/judgeScreens.ts", "support/axe.ts", "support/unsound.ts"].flatMap(filesWith)

/** Every test file with a longer version. */
const files = [
  "tests/faults",
  "tests/hostile",
  "tests/server/db/kill.test.ts",
  "tests/server/db/powerCut.test.ts",
  "tests/server/imports/importKill.test.ts",
  "tests/server/reveals/proof.test.ts",
  "tests/web/journeys/race.test.ts",
  ...properties,
  ...rules,
  ...screens
]

const trials = process.argv[2] ?? process.env["LOCKDESK_TRIALS"] ?? "100"
if (!/^[1-9]\d{0,4}$/.test(trials)) {
  process.stderr.write(`trials: '${trials}' is no number of trials. Example: npm run trials 20\n`)
  process.exit(2)
}

const { status } = spawnSync(join(root, "node_modules/.bin/vitest"), ["run", ...files], {
  cwd: root,
  stdio: "inherit",
  // The races run in the browser people use, not the tests' headless shell.
  env: { ...process.env, LOCKDESK_TRIALS: trials, CHROMIUM_PATH: ensureChromium() }
})
process.exitCode = status ?? 1
