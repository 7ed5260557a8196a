import { writeFileSync } from "node:fs"
import type { Reporter, TestCase } from "vitest/node"

/** How much of a failure is kept: what was expected, and the start of what was found. */
const most = 2_000

/**
 * Writes the tests that passed only at their second try to a file, as a JSON list of "file > title" and the first failure: such
 * a test hides a race, so `npm test` names and counts them.
 */
export class SecondTries implements Reporter {
  readonly #file: string
  readonly #tests: Array<string> = []

  constructor(file: string) {
    this.#file = file
  }

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky !== true) return
    const why = (test.result().errors ?? []).map(({ message }) => `\n${message.slice(0, most)}`)
    this.#tests.push(`${test.module.relativeModuleId} > ${test.fullName}${why.join("")}`)
  }

  onTestRunEnd(): void {
    writeFileSync(this.#file, JSON.stringify(this.#tests))
  }
}
