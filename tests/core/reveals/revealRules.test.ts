import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { reasonRefusal, revealRefusal } from "#core/reveals/revealRules.ts"
import { person } from "../../support/person.ts"

describe("permission to reveal", () => {
  it("belongs to every role but Restricted Personnel while the setting is on, whatever the flag", () => {
    for (const role of Role.ids) {
      for (const hideLockCodes of [false, true]) {
        for (const hideLockCodesFlag of [false, true]) {
          const refusal = revealRefusal(person(role, { hideLockCodes, hideLockCodesFlag }))?._tag ?? null
          const expected = role === 9 ? "RevealDenied" : hideLockCodes ? null : "RevealNotOffered"
          expect([role, hideLockCodes, hideLockCodesFlag, refusal]).toEqual([
            role,
            hideLockCodes,
            hideLockCodesFlag,
            expected
          ])
        }
      }
    }
  })
})

describe("a reveal's reason", () => {
  it.each([
    "Remove Overlock",
    "Tenant requested code",
    "Accidentally closed lock",
    "Applied lock to wrong unit",
    "other side of the gate",
    "x",
    "x".repeat(500)
  ])("%j is accepted", (reason) => {
    expect(reasonRefusal(reason)).toBeNull()
  })

  const unseen = [
    "\u200b",
    " \u200b\u2060 ",
    "\u2800",
    "\u3164",
    "Other: ",
    "other:\u200b",
    "Other :",
    "47355143",
    "Other: 4735 5143",
    "O\u200bther",
    "n/a\u200b"
  ]
  it.each(["", " ", "\t\n", "N/A", "n/a", " N/A ", "Other", "other", " OTHER ", "x".repeat(501), ...unseen])(
    "%j is refused",
    (reason) => {
      expect(reasonRefusal(reason)).toMatchObject({ _tag: "ReasonRequired" })
    }
  )
})
