import { describe, expect, it } from "vitest"
import { postgres } from "../../support/databases.ts"
import { type Row, table } from "../auth/callTable.ts"
import { useKeyPlace } from "./keyPlace.ts"

type Level = 0 | 1 | 2

/** Areas a key can have, listed by hand: all but Edit Admins (8) and ApiSettings (10). */
const areas = [1, 2, 3, 4, 5, 6, 7, 9, 11, 12, 13, 14]
const all = (level: Level) => Object.fromEntries(areas.map((area) => [String(area), { accessLevel: level }]))

/** Calls reserved for people although an area covers them: they need a session, or create an account. */
const personal = /^((jobs|imports|userImports|outbox)\.|users\.(add|update|invite)$)/
/** Session calls that keys can make too: they describe the caller. */
const ownFacts = new Set(["auth.user", "auth.featureFlag"])
/** The role that role rules assume for a key. */
const admin = 4

const needsOf = ({ needs }: Row): ReadonlyArray<number> =>
  typeof needs === "string" ? [] : [needs[0], ...(needs[2] === undefined ? [] : [needs[2]])]

/** The expected response to a key with these levels, written out from the rules. */
const expectedOf = (name: string, row: Row, levelOf: (area: number) => number): unknown => {
  if (row.needs === "anybody") return row.answers
  if (personal.test(name)) return [403, "NotForApiKeys"]
  if (row.needs === "session") return ownFacts.has(name) ? row.answers : [403, "NotForApiKeys"]
  const level = row.needs[1]
  if (needsOf(row).some((area) => levelOf(area) < level)) return [403, "AccessDenied"]
  if (row.only !== undefined && !row.only.includes(admin)) return [403, "RoleNotAllowed"]
  return row.answers
}

describe("an API key", () => {
  const place = useKeyPlace(postgres)
  const outcome = async (row: Row, secret: string) => {
    const answer = await place.send(row.method ?? "GET", row.path, row.body, secret)
    return answer.status === 200 ? 200 : [answer.status, answer.code]
  }

  it.each([
    ["every permission a key can have", all(2), 2],
    ["Read on everything", all(1), 1],
    ["nothing", {}, 0]
  ] as const)("with %s can make that area's calls and no others", async (_, levels, level) => {
    const { secret } = await place.make({ areas: levels, mayReveal: true })
    const levelOf = (area: number) => (areas.includes(area) ? level : 0)
    for (const [name, row] of Object.entries(table)) {
      expect([name, await outcome(row, secret)]).toEqual([name, expectedOf(name, row, levelOf)])
    }
  })

  it("gets a refusal that names the permission it needs", async () => {
    const { secret } = await place.make({ areas: all(1) })
    const refused = await place.send("POST", "/facilities/add", { facilityName: "Elm", phoneNumber: "" }, secret)
    expect(refused).toMatchObject({
      code: "AccessDenied",
      error: "Insufficient Permissions: this API key needs Write on Facilities.",
      data: { area: 5, level: 2, byKey: true }
    })
  })

  it("can make a call with exactly the needed level, and not with one level less", async () => {
    // Calls that need the same share a key.
    const keys = new Map<string, Promise<string>>()
    const keyWith = (granted: Readonly<Record<string, { readonly accessLevel: number }>>): Promise<string> => {
      const key = JSON.stringify(granted)
      const made = keys.get(key) ?? place.make({ areas: granted, mayReveal: true }).then(({ secret }) => secret)
      keys.set(key, made)
      return made
    }
    for (const [name, row] of Object.entries(table)) {
      if (typeof row.needs === "string" || needsOf(row).some((area) => !areas.includes(area))) continue
      const level = row.needs[1]
      for (const given of [level, level - 1]) {
        const of = Object.fromEntries(needsOf(row).map((area) => [String(area), { accessLevel: given }]))
        const secret = await keyWith(of)
        const levelOf = (area: number) => (needsOf(row).includes(area) ? given : 0)
        expect([name, given, await outcome(row, secret)]).toEqual([name, given, expectedOf(name, row, levelOf)])
      }
    }
  })
})
