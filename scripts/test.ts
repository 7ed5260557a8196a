/**
 * `npm test`: builds stale files, and runs the checks and every test on both databases and in a real Chromium. The last lines
 * are the number of tests that passed only at the second try, and `N passed, N failed`.
 */
import { spawn } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { checks, count, succeeds } from "./check.ts"
import { testBrowser } from "./chromium.ts"

const root = join(import.meta.dirname, "..")
const folder = mkdtempSync(join(tmpdir(), "lockdesk-test-"))
const report = join(folder, "report.json")
const secondTries = join(folder, "second-tries.json")

const run = (name: string, script: string, ...args: ReadonlyArray<string>) =>
  succeeds(name, process.execPath, [join(root, script), ...args])

// The checks run beside everything else, which leaves some of two cores unused. Their results follow those of the tests.
let results = ""
const checking = count(
  checks(undefined, (text) => {
    results += text
  }),
  1
)
const preparations = [
  () => run("build", "scripts/bundle.ts", "--if-stale"),
  () => run("build of the console", "scripts/buildWeb.ts", "--if-stale"),
  () => run("Chromium for the browser tests", "scripts/chromium.ts")
]
const prepared = await count(preparations, preparations.length)
const isPrepared = prepared.failed === 0
if (isPrepared) process.env["CHROMIUM_PATH"] = testBrowser()

/** Resolves to the exit code. */
const runTests = (): Promise<number | null> =>
  new Promise((resolve, reject) => {
    const vitest = spawn(
      join(root, "node_modules/.bin/vitest"),
      ["run", `--outputFile.json=${report}`, ...process.argv.slice(2)],
      {
        cwd: root,
        stdio: "inherit",
        env: { ...process.env, LOCKDESK_SECOND_TRIES: secondTries, ...(isPrepared ? { LOCKDESK_BUILT: "yes" } : {}) }
      }
    )
    vitest.once("error", reject).once("close", resolve)
  })

const [status, checked] = await Promise.all([runTests(), checking])
process.stdout.write(results)

interface Report {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numFailedTestSuites: number
}

/** The counts of vitest; a run without a report is one failure. */
const read = (): Report => {
  try {
    return JSON.parse(readFileSync(report, "utf8")) as Report
  } catch (error) {
    process.stdout.write(`no report of the tests: ${String(error)}\n`)
    return { numPassedTests: 0, numFailedTests: 1, numPendingTests: 0, numFailedTestSuites: 0 }
  }
}

/** The tests that passed only at the second try. */
const readSecondTries = (): ReadonlyArray<string> =>
  existsSync(secondTries) ? (JSON.parse(readFileSync(secondTries, "utf8")) as ReadonlyArray<string>) : []

const triedAgain = readSecondTries()
const { numPassedTests, numFailedTests, numPendingTests, numFailedTestSuites } = read()
rmSync(folder, { recursive: true, force: true })

// A skipped test counts as failed. So does a run that fails without a failed test, such as when a file doesn't load.
const counted = numFailedTests + numPendingTests
const failedTests = counted > 0 ? counted : status === 0 ? 0 : Math.max(1, numFailedTestSuites)
const failed = failedTests + prepared.failed + checked.failed
for (const name of triedAgain) process.stdout.write(`second try: ${name}\n`)
process.stdout.write(`\n${triedAgain.length} passed at a second try only\n`)
process.stdout.write(`${numPassedTests + prepared.passed + checked.passed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1
