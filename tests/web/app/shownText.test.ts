import { expect, it } from "vitest"
import { shownText } from "#web/app/shownText.ts"

it.each([
  "SqlException: deadlock victim",
  "A SQL exception occurred",
  "Could not find stored procedure 'dbo.locks'",
  "ClientConnectionId:4f1c",
  "connection id 12",
  "Error Number: 2627"
])("does not show the inside of a database: %s", (sentence) => {
  expect(shownText(sentence)).toBe("Something went wrong. Please try again later.")
})

it("shows every other sentence of the server as it is, and never nothing", () => {
  expect(shownText("Lock is not set to Available")).toBe("Lock is not set to Available")
  expect(shownText(" ")).toBe("Something went wrong.")
})
