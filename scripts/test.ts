/** `npm test`: the checks, then every test on both databases; ends with a line `N passed, N failed`. */
import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { check } from "./check.ts"

const root = join(import.meta.dirname, "..")
const folder = mkdtempSync(join(tmpdir(), "lockdesk-test-"))
const report = join(folder, "report.json")

const bundled = spawnSync(process.execPath, [join(root, "scripts/bundle.ts"), "--if-stale"], {
  cwd: root,
  stdio: "inherit"
})
const built = bundled.status === 0
process.stdout.write(`${built ? "ok  " : "FAIL"} build\n`)

const checked = check()

const { status } = spawnSync(
  join(root, "node_modules/.bin/vitest"),
  ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...process.argv.slice(2)],
  { cwd: root, stdio: "inherit" }
)

interface Report {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numFailedTestSuites: number
}

/** What vitest counted; a run that could not even report is one failure. */
const read = (): Report => {
  try {
    return JSON.parse(readFileSync(report, "utf8")) as Report
  } catch (error) {
    process.stdout.write(`no report of the tests: ${String(error)}\n`)
    return { numPassedTests: 0, numFailedTests: 1, numPendingTests: 0, numFailedTestSuites: 0 }
  }
}

const { numPassedTests, numFailedTests, numPendingTests, numFailedTestSuites } = read()
rmSync(folder, { recursive: true, force: true })

// A skipped test is a failed one here; and a run that ends badly without a failed test (a file that did not load) is one too.
const counted = numFailedTests + numPendingTests
const failedTests = counted > 0 ? counted : status === 0 ? 0 : Math.max(1, numFailedTestSuites)
const failed = failedTests + checked.failed + (built ? 0 : 1)
process.stdout.write(`\n${numPassedTests + checked.passed + (built ? 1 : 0)} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1
