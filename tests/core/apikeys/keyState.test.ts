import { expect, it } from "vitest"
import { keyState } from "#core/apikeys/apiKeyRules.ts"

it("the state of an API key tells why its calls are refused", () => {
  const [before, end, after] = ["2027-01-01T00:00:00Z", "2027-01-02T00:00:00Z", "2027-01-03T00:00:00Z"] as const
  const state = (at: string, key: Partial<Parameters<typeof keyState>[0]> = {}) =>
    keyState({ revokedOn: null, isActive: true, expiresOn: end, ...key }, Date.parse(at))
  expect([state(before), state(end), state(after), state(after, { expiresOn: null })]).toEqual([
    "Active",
    "Expired",
    "Expired",
    "Active"
  ])
  expect(state(after, { isActive: false })).toBe("Inactive")
  expect(state(after, { isActive: false, revokedOn: before })).toBe("Revoked")
})
