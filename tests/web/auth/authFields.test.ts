import { describe, expect, it } from "vitest"
import { forgottenIssues, newPasswordIssues, signInIssues } from "#web/features/auth/authFields.ts"

const right = { email: "mia@maple.example.com", password: "abcdef" }

describe("sign-in (000 §5)", () => {
  it("accepts an email and a password of 6 to 40 characters", () => {
    expect(signInIssues(right)).toEqual({})
    expect(signInIssues({ ...right, email: "  mia@maple.example.com " })).toEqual({})
    expect(signInIssues({ ...right, password: "x".repeat(40) })).toEqual({})
    // Counted in characters, not bytes or UTF-16 units.
    expect(signInIssues({ ...right, password: "🔒".repeat(40) })).toEqual({})
  })

  it.each([
    ["", "Email is required."],
    ["   ", "Email is required."],
    ["mia", "Email is invalid"],
    ["mia@maple", "Email is invalid"],
    ["mia@@maple.example.com", "Email is invalid"],
    ["mia smith@maple.example.com", "Email is invalid"],
    ["mia@maple..com", "Email is invalid"],
    ["@maple.example.com", "Email is invalid"]
  ])("refuses the email '%s'", (email, error) => {
    expect(signInIssues({ ...right, email })).toEqual({ email: error })
    expect(forgottenIssues({ email })).toEqual({ email: error })
  })

  it.each([
    ["", "Password is required."],
    ["abcde", "Password must be at least 6 characters"],
    ["x".repeat(41), "Password must not exceed 40 characters"]
  ])("refuses the password '%s'", (password, error) => {
    expect(signInIssues({ ...right, password })).toEqual({ password: error })
    expect(newPasswordIssues({ password, confirmation: password })).toMatchObject({ password: error })
  })

  it("names every invalid field", () => {
    expect(signInIssues({ email: "", password: "" })).toEqual({
      email: "Email is required.",
      password: "Password is required."
    })
  })
})

describe("a new password (000 §5)", () => {
  it("must match its confirmation", () => {
    expect(newPasswordIssues({ password: "abcdef", confirmation: "abcdef" })).toEqual({})
    expect(newPasswordIssues({ password: "abcdef", confirmation: "abcdeF" })).toEqual({
      confirmation: "Passwords must match"
    })
    expect(newPasswordIssues({ password: "abcdef", confirmation: "" })).toEqual({
      confirmation: "Confirm password is required."
    })
  })
})
