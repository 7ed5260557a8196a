import { describe, expect, it } from "vitest"
import { publicPathAt } from "#core/navigation/routes.ts"

describe("a public path", () => {
  it("is matched ignoring case and a trailing slash", () => {
    expect(publicPathAt("/signin")).toBe("/signin")
    expect(publicPathAt("/SignIn/")).toBe("/signin")
    expect(publicPathAt("/LOGIN")).toBe("/login")
    expect(publicPathAt("/auth/mobile")).toBe("/auth/mobile")
  })

  it("matches no other path, and none below it", () => {
    for (const path of ["/", "/signing", "/signin/x", "/locks", "/auth", "/dashboard"]) {
      expect(publicPathAt(path), path).toBeNull()
    }
  })
})
