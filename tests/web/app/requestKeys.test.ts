import { describe, expect, it } from "vitest"
import { requestKeys } from "#web/app/requestKeys.ts"

describe("the request key", () => {
  it("stays the same until the request succeeds, then changes", () => {
    const request = ["users.add", null, { email: "dana@example.com" }]
    const first = requestKeys.of(request)
    const repeat = requestKeys.of(structuredClone(request))
    expect(repeat.key).toBe(first.key)
    repeat.succeeded()
    expect(requestKeys.of(request).key).not.toBe(first.key)
  })

  it("is forgotten at the end of the session", () => {
    const request = ["users.add", null, { email: "rey@example.com" }]
    const { key } = requestKeys.of(request)
    requestKeys.forget()
    expect(requestKeys.of(request).key).not.toBe(key)
  })

  it("differs for a different request", () => {
    const keys = ["Gate", "Gates", "gate", ""].map((name) => requestKeys.of(["apiKeys.create", { name }]).key)
    expect(new Set(keys).size).toBe(keys.length)
  })
})
