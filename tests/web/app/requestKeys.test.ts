import { describe, expect, it } from "vitest"
import { requestKeys } from "#web/app/requestKeys.ts"

describe("the key of a request", () => {
  it("stays the same until the request succeeds, and is another one afterwards", () => {
    const request = ["users.add", null, { email: "dana@example.com" }]
    const first = requestKeys.of(request)
    const repeat = requestKeys.of(structuredClone(request))
    expect(repeat.key).toBe(first.key)
    repeat.succeeded()
    expect(requestKeys.of(request).key).not.toBe(first.key)
  })

  it("is another one for another request", () => {
    const keys = ["Gate", "Gates", "gate", ""].map((name) => requestKeys.of(["apiKeys.create", { name }]).key)
    expect(new Set(keys).size).toBe(keys.length)
  })
})
