import { describe, expect, it } from "vitest"
import { limitRefusal } from "#core/activation/activationRules.ts"
import { FacilityId } from "#core/base/ids.ts"

describe("the lock limit of a facility", () => {
  it.each([
    [0, 1, false],
    [99, 100, false],
    [100, 100, true],
    [101, 100, true],
    [0, 0, true],
    [1_000_000, null, false]
  ])("with %i counted of %j", (counted, max, refused) => {
    const refusal = limitRefusal(FacilityId.make(7), counted, max)
    if (refused)
      expect(refusal).toMatchObject({
        _tag: "LockLimitReached",
        data: { facilityID: 7, countedLocks: counted, maxLocks: max }
      })
    else expect(refusal).toBeNull()
  })
})
