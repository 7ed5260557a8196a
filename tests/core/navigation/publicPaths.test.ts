import { describe, expect, it } from "vitest"
import { publicPathAt } from "#core/navigation/routes.ts"

describe("a public address", () => {
  it("is known in any case of letters and with a slash at its end", () => {
    expect(publicPathAt("/signin")).toBe("/signin")
    expect(publicPathAt("/SignIn/")).toBe("/signin")
    expect(publicPathAt("/auth/mobile")).toBe("/auth/mobile")
  })

  it("is no other one, and none below it", () => {
    for (const path of ["/", "/signing", "/signin/x", "/locks", "/auth", "/dashboard"]) {
      expect(publicPathAt(path), path).toBeNull()
    }
  })
})
