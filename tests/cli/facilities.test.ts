import { describe, expect, it } from "vitest"
import { Role, type RoleId } from "#core/auth/roles.ts"
import { FacilityId } from "#core/base/ids.ts"
import { emailOf } from "../support/fixture.ts"
import { errorOf } from "./support/lockdesk.ts"
import { place, sharePlace, user as admin } from "./support/sharePlace.ts"

describe("facilities from the terminal", () => {
  sharePlace(Role.id.Admin)
  const run = (...args: ReadonlyArray<string>) => admin.run(["facilities", ...args])

  it("are included in or excluded from the API once, and the change is undone by its number", async () => {
    const included = async () => {
      const { stdout } = await run("show", "Maple St", "--json")
      return (JSON.parse(stdout) as { readonly includedInAPI: boolean }).includedInAPI
    }
    const dry = await run("api", "Maple St", "exclude", "--dry-run")
    expect([dry.code, dry.stderr, await included()]).toEqual([
      0,
      expect.stringContaining("Maple St will be excluded from the API."),
      true
    ])
    expect((await run("api", "Maple St", "exclude", "--yes")).code).toBe(0)
    const again = await run("api", "Maple St", "exclude", "--yes")
    expect([again.code, again.stderr, await included()]).toEqual([0, expect.stringContaining("Unchanged"), false])
    const mine = await admin.run(["audit", "mine", "--limit", "1", "--json"])
    const [change] = JSON.parse(mine.stdout) as ReadonlyArray<{ readonly seq: number; readonly changed: string }>
    expect(change?.changed).toBe("includedInAPI: true → false")
    expect((await admin.run(["undo", String(change?.seq)])).code).toBe(0)
    expect(await included()).toBe(true)
  })

  it("are deleted once: a refusal comes before the question, and the ID of a deleted one is unchanged", async () => {
    const asked = ["rm", "Maple St"]
    for (const args of [asked, [...asked, "--dry-run"], [...asked, "--yes"]]) {
      const { code, stderr } = await run(...args)
      expect([args, code, stderr]).toEqual([args, 7, expect.not.stringContaining("will be deleted")])
    }
    const made = await run("create", "Gone Yard", "--phone", "5550100200", "--json")
    const id = String((JSON.parse(made.stdout) as { readonly facilityID: number }).facilityID)
    const unsure = await run("rm", id)
    expect([unsure.code, errorOf(unsure).message]).toEqual([2, "Gone Yard will be deleted. Confirm with --yes."])
    expect((await run("rm", id, "--yes")).code).toBe(0)
    for (const args of [[], ["--yes"]]) {
      const again = await run("rm", id, ...args)
      expect([again.code, again.stderr]).toEqual([0, "Unchanged: already deleted.\n"])
    }
    expect((await run("rm", "999999", "--yes")).code).toBe(6)
    // Part of a name could be another facility once the first one is gone.
    const part = await run("rm", "Maple", "--dry-run")
    expect([part.code, errorOf(part).message]).toEqual([6, expect.stringContaining("You have no facility 'Maple'.")])
  })

  it("require the new state, and list the allowed ones", async () => {
    const missing = await run("api", "Maple St", "--yes", "--json")
    expect([missing.code, errorOf(missing)["next"]]).toEqual([2, expect.stringContaining("include or exclude")])
    const wrong = await run("api", "Maple St", "exclud", "--yes", "--json")
    expect([wrong.code, errorOf(wrong)["message"]]).toEqual([2, expect.stringContaining("Did you mean exclude?")])
  })

  it("name the invalid field, and never truncate a number", async () => {
    const long = await run("create", "Cedar Park", "--phone", "555010020099", "--json")
    expect([long.code, long.stdout, errorOf(long)]).toEqual([
      2,
      "",
      expect.objectContaining({ code: "FacilityRefused", field: "phoneNumber" })
    ])
    expect((await run("create", "Cedar Park", "--phone", "+1 (555) 010-0200", "--json")).code).toBe(0)
    const again = await run("create", "Cedar Park", "--phone", "5550100200")
    expect([again.code, again.stderr]).toEqual([0, "Unchanged: it exists already.\n"])
    const other = await run("create", "Cedar Park", "--phone", "5550100201", "--json")
    expect([other.code, errorOf(other)["code"]]).toEqual([7, "FacilityNameTaken"])
    const taken = await run("create", "CEDAR PARK", "--phone", "5550100200", "--json")
    expect([taken.code, errorOf(taken)]).toEqual([
      7,
      expect.objectContaining({ message: "Facility name already exists", field: "facilityName" })
    ])
  })

  it("accept a region like the form, and suggest the closest one", async () => {
    const wrong = await run("create", "Region Yard", "--phone", "5550100200", "--state", "Ohiu", "--json")
    expect([wrong.code, errorOf(wrong)]).toEqual([
      2,
      expect.objectContaining({ field: "state", message: expect.stringContaining("Did you mean Ohio (OH)?") })
    ])
    const right = await run("create", "Region Yard", "--phone", "5550100200", "--state", "ohio", "--json", "state")
    expect([right.code, JSON.parse(right.stdout)]).toEqual([0, { state: "OH" }])
  })

  it("do not accept software that only support can change", async () => {
    const help = await run("create", "--help")
    expect(help.stdout.replaceAll(/\s+/g, " ")).toContain("Sitelink by Storable")
    for (const name of ["Hummingbird", "Storage 360"]) {
      expect(help.stdout).not.toContain(name)
      const refused = await run("create", "Fixed", "--phone", "5550100200", "--software", name, "--json")
      expect([refused.stdout, errorOf(refused).message]).toEqual(["", expect.stringContaining(name)])
    }
  })

  it("name the recipient of a transfer offer", async () => {
    expect((await run("transfer", "Cedar Park", "admin@nobody.example.com", "--yes")).code).toBe(0)
    expect((await run("show", "Cedar Park")).stdout).toMatch(/Offered to\s+admin@nobody\.example\.com/)
  })

  it("list who is emailed about reveals, and say that SMS is not available", async () => {
    const { stdout } = await run("create", "Notice Yard", "--phone", "5550100200", "--json", "facilityID")
    const { facilityID } = JSON.parse(stdout) as { readonly facilityID: number }
    const token = await place.server.enter("acme", Role.id.Owner)
    const users = (await place.server.call(token, (api) => api.users.list({ query: {} }))).data
    const preferences: ReadonlyArray<readonly [RoleId, 0 | 1 | 2]> = [
      [Role.id.Owner, 2],
      [Role.id.Admin, 1],
      [Role.id.Personnel, 0]
    ]
    const userReportNotifications = preferences.map(([role, notificationPreference]) => ({
      userId: users.find(({ roleID }) => roleID === role)?.userID ?? expect.unreachable(),
      notificationType: 1 as const,
      notificationPreference
    }))
    const payload = { facilityID: FacilityId.make(facilityID), userReportNotifications }
    await place.server.call(token, (api) => api.facilities.update({ query: {}, payload }))
    const shown = (await run("show", "Notice Yard")).stdout
    const [, listed] = /Notified of reveals\s+(.+)/.exec(shown) ?? []
    const [owner, admin] = [emailOf("acme", Role.id.Owner), emailOf("acme", Role.id.Admin)]
    expect(listed?.split(", ").toSorted()).toEqual([`${admin} (SMS: not available yet)`, owner].toSorted())
  })
})
