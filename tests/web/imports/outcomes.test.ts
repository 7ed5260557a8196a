import { describe, expect, it } from "vitest"
import { previewText } from "#core/imports/previewText.ts"
import { changing, resultText } from "#web/features/imports/outcomes.ts"

const counts = (create = 0, update = 0, skip = 0, fail = 0) => ({ create, update, skip, fail })

const facilities = (each: ReturnType<typeof counts>) => previewText({ kind: "importFacilities", counts: each })

describe("the summary before committing", () => {
  it("names every count except zero", () => {
    expect(facilities(counts(12, 1, 3, 2))).toBe(
      "12 facilities will be added; 1 facility will be updated; 3 rows have nothing to change; 2 rows fail and won't be imported."
    )
    expect(facilities(counts(1))).toBe("1 facility will be added.")
    expect(facilities(counts(0, 0, 1, 1))).toBe("1 row has nothing to change; 1 row fails and won't be imported.")
    expect(facilities(counts())).toBe("Nothing would change.")
  })
  it("counts the changes", () => expect(changing(counts(2, 3, 4, 5))).toBe(5))
})

describe("the result of an import", () => {
  it("names every count except zero, once it is done", () => {
    const result = (state: "committing" | "done", each: ReturnType<typeof counts>) =>
      resultText({ state, counts: each, total: 4, done: 4, failed: each.fail })
    expect(result("done", counts(4))).toBe("4 of 4 rows, 4 added")
    expect(result("done", counts(1, 1, 1, 1))).toBe(
      "4 of 4 rows, 1 added, 1 updated, 1 had nothing to change, 1 failed"
    )
    expect(result("committing", counts(3, 0, 0, 1))).toBe("4 of 4 rows, 1 failed")
  })
})
