import { expect, it } from "vitest"
import { shownText } from "#web/app/shownText.ts"

it.each([
  "SqlException: deadlock victim",
  "A SQL exception occurred",
  "Could not find stored procedure 'dbo.locks'",
  "ClientConnectionId:4f1c",
  "connection id 12",
  "Error Number: 2627"
])("doesn't show database internals: %s", (sentence) => {
  expect(shownText(sentence)).toBe("Something went wrong. Please try again later.")
})

it("shows other server messages unchanged, and is never empty", () => {
  expect(shownText("Lock is not set to Available")).toBe("Lock is not set to Available")
  expect(shownText(" ")).toBe("Something went wrong.")
})
