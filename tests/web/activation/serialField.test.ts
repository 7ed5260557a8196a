import { describe, expect, it } from "vitest"
import { FacilityId } from "#core/base/ids.ts"
import { activationFailure } from "#web/features/activation/activationFailure.ts"
import { callFailureOf } from "#web/app/CallFailure.ts"
import { Malformed, ServerFault } from "#core/api/ApiErrors.ts"
import { LockLimitReached } from "#core/activation/ActivationErrors.ts"
import { serialIssue, serialTyped } from "#web/features/activation/serialField.ts"

describe("a serial code", () => {
  it.each([
    ["1048 2233", "10482233"],
    ["1048-2233", "10482233"],
    ["ab12", "AB12"],
    ["\uff11\uff10\uff14\uff18 \u0662\u0662\u06f3\u06f3", "10482233"]
  ])("typed as %s is %s", (text, serial) => expect(serialTyped(text)).toBe(serial))

  it.each(["", "1234567", "123456789", "1234567A", "１２３４５６７８"])("is not %j", (text) => {
    expect(serialIssue(text)).toBe("Serial Code must be 8 digits.")
  })

  it("is 8 digits, with leading zeros", () => expect(serialIssue("00000001")).toBeNull())
})

describe("the reason why an activation failed", () => {
  const of = (problem: unknown) => activationFailure(callFailureOf(problem))

  it("uses the message of 404 for 400", () => {
    const { error, code } = of(new Malformed({ data: { issues: [{ path: "serialCode", message: "no" }] } }))
    expect(error).toBe("There was an error activating this lock. Please check the serial code and try again.")
    expect(code).toBe("SerialNotFound")
  })

  it("says that the limit will be exceeded, and what to do", () => {
    const { error, next } = of(
      new LockLimitReached({ data: { facilityID: FacilityId.make(1), countedLocks: 100, maxLocks: 100 } })
    )
    expect(error).toMatch(/^Lock limit will be exceeded/)
    expect(next).toBe("Choose another facility or contact support.")
  })

  it("is unknown after a server error: it may have succeeded", () => {
    expect(of(new ServerFault()).code).toBe("Unanswered")
  })
})
