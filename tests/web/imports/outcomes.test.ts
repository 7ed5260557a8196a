import { describe, expect, it } from "vitest"
import { changing, previewText } from "#web/features/imports/outcomes.ts"

const counts = (create = 0, update = 0, skip = 0, fail = 0) => ({ create, update, skip, fail })

const facilities = (each: ReturnType<typeof counts>) => previewText(["facility", "facilities"], "will be created", each)

describe("the summary before committing", () => {
  it("names every count except zero", () => {
    expect(facilities(counts(12, 1, 3, 2))).toBe(
      "12 facilities will be created; 1 facility will be updated; 3 have nothing to change; 2 rows fail and won't be imported."
    )
    expect(facilities(counts(1))).toBe("1 facility will be created.")
    expect(facilities(counts(0, 0, 1, 1))).toBe(
      "Nothing would change; 1 has nothing to change; 1 row fails and won't be imported."
    )
  })
  it("counts the changes", () => expect(changing(counts(2, 3, 4, 5))).toBe(5))
})
