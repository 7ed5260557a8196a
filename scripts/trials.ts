/**
 * `npm run trials [TRIALS]`: what `npm test` tries a few times, at full length: servers killed, disks full, databases
 * lost, power cut; and a trial has 1,000 hostile requests, and 100 serial codes typed fast against a slow server. 100
 * trials when not told otherwise. Random samples are new ones each time; `LOCKDESK_SEED` runs the same ones again.
 */
import { spawnSync } from "node:child_process"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { ensureChromium } from "./chromium.ts"

const root = join(import.meta.dirname, "..")

/** Tests of properties: `npm test` has the same samples each time, new ones are drawn here. */
const properties = globSync("tests/**/*.test.ts", { cwd: root }).filter((file) =>
  readFileSync(join(root, file), "utf8").includes("support/properties.ts")
)

/** Every test file that has more to it than `npm test` has time for. */
const files = [
  "tests/faults",
  "tests/hostile",
  "tests/server/db/kill.test.ts",
  "tests/server/db/powerCut.test.ts",
  "tests/server/imports/importKill.test.ts",
  "tests/server/imports/userImportKill.test.ts",
  "tests/server/reveals/proof.test.ts",
  "tests/web/journeys/race.test.ts",
  ...properties
]

const trials = process.argv[2] ?? process.env["LOCKDESK_TRIALS"] ?? "100"
if (!/^[1-9]\d{0,4}$/.test(trials)) {
  process.stderr.write(`trials: '${trials}' is no number of trials. Example: npm run trials 20\n`)
  process.exit(2)
}

const { status } = spawnSync(join(root, "node_modules/.bin/vitest"), ["run", ...files], {
  cwd: root,
  stdio: "inherit",
  // The races run in what people use, not in the headless shell of the tests.
  env: { ...process.env, LOCKDESK_TRIALS: trials, CHROMIUM_PATH: ensureChromium() }
})
process.exitCode = status ?? 1
