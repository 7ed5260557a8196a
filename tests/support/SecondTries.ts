import { writeFileSync } from "node:fs"
import type { Reporter, TestCase } from "vitest/node"

/**
 * Writes the tests that passed only at their second try, as a JSON list of "file > title", to a file: such a test hides a race,
 * so `npm test` names each and counts them.
 */
export class SecondTries implements Reporter {
  readonly #file: string
  readonly #names: Array<string> = []

  constructor(file: string) {
    this.#file = file
  }

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky === true) this.#names.push(`${test.module.relativeModuleId} > ${test.fullName}`)
  }

  onTestRunEnd(): void {
    writeFileSync(this.#file, JSON.stringify(this.#names))
  }
}
