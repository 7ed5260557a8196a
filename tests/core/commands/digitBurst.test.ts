import { describe, expect, it } from "vitest"
import { type DigitBurst, nextBurst } from "#core/commands/digitBurst.ts"

const typed = (keys: string, gap: number): string | undefined =>
  [...keys].reduce<DigitBurst | null>((burst, key, nth) => nextBurst(burst, key, nth * gap), null)?.digits

describe("a burst of digits", () => {
  it("is typed by a scanner, not by a person", () => {
    expect(typed("47355143", 25)).toBe("47355143")
    expect(typed("47355143", 50)).toBe("47355143")
    expect(typed("47355143", 51)).toBe("3")
  })

  it("ends with any other key", () => {
    expect(typed("4735 5143", 5)).toBe("5143")
    expect(typed("4735x", 5)).toBeUndefined()
  })
})
