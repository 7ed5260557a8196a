import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, it } from "vitest"
import { Answer } from "#web/palette/Answer.tsx"
import { dana, maple } from "./paletteFixture.ts"

/** The text of a result, with one known facility. */
const readOf = (value: unknown): string =>
  renderToStaticMarkup(createElement(Answer, { command: "session.whoami", value, facilities: [maple] }))
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ")

it("names the facilities of users, in a list and for one, and says if they have all", () => {
  const { userID, name, roleID } = dana
  const user = { userID, name, roleID }
  expect(readOf({ ...user, facilityIDs: [3, 8] })).toContain("Facilities Maple Street, Facility 8 ")
  expect(readOf([{ ...user, facilityIDs: [3] }])).toMatch(/ Facilities .* Maple Street $/)
  expect(readOf({ ...user, facilityIDs: [] })).toContain("Facilities All ")
  expect(readOf({ displayName: "Front desk", facilityIDs: [] })).toContain("Facilities -- ")
})

it("says how many results of a long list are shown", () => {
  const rows = Array.from({ length: 60 }, (_, nth) => ({ userID: nth, name: `Person ${nth}` }))
  expect(readOf(rows)).toMatch(/ 50 of 60 shown\. The terminal shows all\. $/)
})
