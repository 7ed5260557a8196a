/**
 * `npm test`: builds stale files, and runs the checks and every test on both databases and in a real Chromium. The last lines
 * are the number of tests that passed only at the second try, and `N passed, N failed`.
 */
import { spawn } from "node:child_process"
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { checks, count, succeeds } from "./check.ts"
import { testBrowser } from "./chromium.ts"
import { outcome, readReport, type RunReport, toTryAgain } from "./testReport.ts"

const root = join(import.meta.dirname, "..")
const folder = mkdtempSync(join(tmpdir(), "lockdesk-test-"))
const report = join(folder, "report.json")

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

/** Runs the tests of these files, or of all. A run that fails without saying why, such as one that was ended, is one error. */
const runTests = (...options: ReadonlyArray<string>): Promise<RunReport> =>
  new Promise((resolve, reject) => {
    rmSync(report, { force: true })
    const vitest = spawn(join(root, "node_modules/.bin/vitest"), ["run", ...options], {
      cwd: root,
      stdio: "inherit",
      env: { ...process.env, LOCKDESK_TEST_REPORT: report, ...(isPrepared ? { LOCKDESK_BUILT: "yes" } : {}) }
    })
    vitest.once("error", reject).once("close", (status) => {
      const read = existsSync(report) ? readReport(report) : { files: [], errors: 0 }
      const failed = read.errors > 0 || read.files.some(({ failures }) => failures.length > 0)
      if (!failed && status !== 0) process.stdout.write(`the tests ended with exit code ${status}\n`)
      resolve(failed || status === 0 ? read : { ...read, errors: 1 })
    })
  })

const options = process.argv.slice(2)
const [first, checked] = await Promise.all([runTests(...options), checking])
process.stdout.write(results)

// A process, a browser and a database on two busy cores: where nobody watches, failed files have a second try when the machine is
// calm, whole and in new processes, so that nothing of the first one is left.
const isForFiles = options.every((option) => !option.startsWith("-"))
const again = process.env["CI"] !== undefined && isForFiles ? toTryAgain(first) : []
const second = again.length === 0 ? null : await runTests("--maxWorkers=1", ...again)
rmSync(folder, { recursive: true, force: true })

const tests = outcome(first, second)
const failed = tests.failed + prepared.failed + checked.failed
for (const name of tests.secondTries) process.stdout.write(`second try: ${name}\n`)
process.stdout.write(`\n${tests.secondTries.length} passed at a second try only\n`)
process.stdout.write(`${tests.passed + prepared.passed + checked.passed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1
