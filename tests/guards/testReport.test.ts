import { describe, expect, it } from "vitest"
import { type FileReport, outcome, toTryAgain } from "../../scripts/testReport.ts"

const passes: FileReport = { name: "passes.test.ts", passed: 3, failures: [] }
const fails: FileReport = { name: "fails.test.ts", passed: 1, failures: ["fails.test.ts > one\nwhy"] }
const recovered: FileReport = { ...fails, passed: 2, failures: [] }

describe("the result of npm test", () => {
  it("counts and names a test that passed only at the second try", () => {
    const first = { files: [passes, fails], errors: 0 }
    expect(toTryAgain(first)).toEqual([fails.name])
    expect(outcome(first, { files: [recovered], errors: 0 })).toEqual({
      passed: 5,
      failed: 0,
      secondTries: fails.failures
    })
  })

  it("fails if the second try fails, too, or doesn't run", () => {
    const first = { files: [passes, fails], errors: 0 }
    const failed = { passed: 4, failed: 1, secondTries: [] }
    expect(outcome(first, { files: [fails], errors: 0 })).toEqual(failed)
    expect(outcome(first, { files: [], errors: 1 })).toEqual({ ...failed, failed: 2 })
    expect(outcome(first, null)).toEqual(failed)
  })

  it("fails after an error outside of the tests, whatever the second try says", () => {
    const first = { files: [fails], errors: 1 }
    expect(outcome(first, { files: [recovered], errors: 0 }).failed).toBe(1)
    expect(outcome({ files: [], errors: 1 }, null).failed).toBe(1)
  })

  it("doesn't try again if many files fail", () => {
    const files = Array.from({ length: 13 }, (_, nth) => ({ ...fails, name: `${nth}.test.ts` }))
    expect(toTryAgain({ files, errors: 0 })).toEqual([])
  })
})
