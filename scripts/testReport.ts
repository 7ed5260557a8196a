import { readFileSync, writeFileSync } from "node:fs"
import type { Reporter, SerializedError, TestModule } from "vitest/node"

/** How the tests of a file ended. */
export interface FileReport {
  /** The path from the root of the project. */
  readonly name: string
  readonly passed: number
  /** The tests that failed or were skipped, and the file itself if it didn't load, each with the start of its failure. */
  readonly failures: ReadonlyArray<string>
}

/** How a run of tests ended. */
export interface RunReport {
  readonly files: ReadonlyArray<FileReport>
  /** Errors outside of the files. */
  readonly errors: number
}

/** Most files that are tried again. If more of them fail, the code is broken. */
const most = 12

/** How much of a failure is kept: what was expected, and the start of what was found. */
const kept = 2_000

const failure = (title: string, errors: ReadonlyArray<SerializedError>): string =>
  [title, ...errors.map(({ message }) => message.slice(0, kept))].join("\n")

const fileReport = (module: TestModule): FileReport => {
  const name = module.relativeModuleId
  const tests = [...module.children.allTests()]
  const failed = tests.filter((test) => test.result().state !== "passed")
  const failures = failed.map((test) => failure(`${name} > ${test.fullName}`, test.result().errors ?? []))
  // A hook that fails, or a file that doesn't load.
  const other = module.ok() || failures.length > 0 ? [] : [failure(name, module.errors())]
  return { name, passed: tests.length - failed.length, failures: [...failures, ...other] }
}

/** Writes how a run ended to a file, for `npm test`. */
export class RunReporter implements Reporter {
  readonly #file: string

  constructor(file: string) {
    this.#file = file
  }

  onTestRunEnd(modules: ReadonlyArray<TestModule>, errors: ReadonlyArray<SerializedError>): void {
    const report: RunReport = { files: modules.map(fileReport), errors: errors.length }
    writeFileSync(this.#file, JSON.stringify(report))
  }
}

/** What a `RunReporter` wrote. Throws if it didn't. */
export const readReport = (file: string): RunReport => JSON.parse(readFileSync(file, "utf8")) as RunReport

/** The files to try again: those that failed, unless too many did. */
export const toTryAgain = ({ files }: RunReport): ReadonlyArray<string> => {
  const failed = files.filter(({ failures }) => failures.length > 0)
  return failed.length > most ? [] : failed.map(({ name }) => name)
}

/** The counts of a run, with the second try of its failed files if there was one. */
export const outcome = (first: RunReport, second: RunReport | null) => {
  const again = new Map(second?.files.map((file) => [file.name, file]))
  const files = first.files.map((file) => again.get(file.name) ?? file)
  return {
    passed: files.reduce((total, { passed }) => total + passed, 0),
    failed: files.reduce((total, { failures }) => total + failures.length, first.errors + (second?.errors ?? 0)),
    /** The failures of the tests that passed only at the second try. Such a test hides a race. */
    secondTries: first.files.flatMap((file) => (again.get(file.name)?.failures.length === 0 ? file.failures : []))
  }
}
