import { expect, it } from "vitest"
import { ApiKeyId } from "#core/base/ids.ts"
import { keyPayload, keyValues } from "#web/features/integrations/keyValues.ts"

const key = {
  id: ApiKeyId.make(3),
  name: "Gate",
  key: "k",
  secret: "***",
  allFacilities: true,
  isActive: true,
  facilityIds: [],
  areas: {},
  mayReveal: false,
  // The end of November 28 in Los Angeles.
  expiresOn: "2026-11-29T07:59:59.000Z",
  lastDay: "2026-11-28",
  lastUsedOn: null,
  lastUsedFrom: null,
  createdOn: "2026-01-01T00:00:00.000Z",
  createdBy: null,
  revokedOn: null,
  oldSecretUntil: null,
  secretSince: null,
  secretKept: true,
  version: 1,
  updatedBy: null
}

it("shows the last day of the company's zone, and keeps its exact end if it isn't changed", () => {
  const values = keyValues(key)
  expect(values.lastDay).toBe("2026-11-28")
  expect(keyPayload({ ...values, name: "Gate 2" }, key).expiresOn).toBe("2026-11-29T07:59:59.000Z")
})

it("sends a chosen day as it is, for the server to end in the company's zone", () => {
  const values = keyValues(key)
  expect(keyPayload({ ...values, lastDay: "2026-12-24" }, key).expiresOn).toBe("2026-12-24")
  expect(keyPayload({ ...values, lastDay: "" }, key).expiresOn).toBeNull()
  expect(keyPayload({ ...keyValues(null), lastDay: "2026-12-24" }, null).expiresOn).toBe("2026-12-24")
})
