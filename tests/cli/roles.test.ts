import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { errorOf } from "./support/lockdesk.ts"
import { jsonOf, place, sharePlace, user as owner } from "./support/sharePlace.ts"

sharePlace(Role.id.Owner)

describe("lockdesk roles", () => {
  it("shows, changes, compares and resets a role's permissions", async () => {
    expect(await jsonOf(["roles", "show"])).toHaveLength(6 * 14)
    expect(await jsonOf(["roles", "diff"])).toEqual([])
    const dry = await owner.run(["roles", "set", "Vendor", "Lock Returns", "Read", "--dry-run"])
    expect([dry.code, dry.stdout]).toEqual([0, expect.stringMatching(/Affects 1 person with the role Vendor\./)])
    expect(await jsonOf(["roles", "diff"])).toEqual([])
    await jsonOf(["roles", "set", "vendor", "lock returns", "read"])
    expect(await jsonOf(["roles", "diff"])).toEqual([
      { role: "Vendor", area: "Lock Returns", level: "Read", default: "None", people: 1 }
    ])
    expect(await jsonOf(["roles", "show", "Vendor"])).toHaveLength(14)
    const again = await owner.run(["roles", "set", "11", "11", "Read"])
    expect([again.code, again.stderr]).toEqual([0, expect.stringContaining("Unchanged")])
    await jsonOf(["roles", "set", "Vendor", "Lock Returns", "default"])
    expect(await jsonOf(["roles", "diff"])).toEqual([])
    await jsonOf(["roles", "set", "Vendor", "Reports", "Write"])
    const asked = await owner.run(["roles", "reset", "Vendor"])
    expect([asked.code, errorOf(asked)["message"]]).toEqual([
      2,
      expect.stringContaining("Vendor gets its default permissions back in 1 area. Affects 1 person")
    ])
    expect((await owner.run(["roles", "reset", "Vendor", "--yes"])).stdout).toMatch(/^Differences\s+0$/m)
    expect(await jsonOf(["roles", "diff", "Vendor"])).toEqual([])
  })

  it("explains refusals", async () => {
    for (const [args, code, name] of [
      [["Owner", "Users", "Read"], 7, "OwnRoleKeepsUsers"],
      [["Super Admin", "Users", "Read"], 5, "RoleFixed"],
      [["Vendor", "Users", "Everything"], 2, undefined],
      [["Nobody", "Users", "Read"], 2, undefined],
      [["Vendor", "Kitchen", "Read"], 2, undefined],
      [["Vendor", "Users"], 2, undefined]
    ] as const) {
      const ended = await owner.run(["roles", "set", ...args])
      expect([args, ended.code, ended.stdout]).toEqual([args, code, ""])
      if (name !== undefined) expect(errorOf(ended)["code"]).toBe(name)
    }
    const admin = await place.signedIn(Role.id.Admin)
    const ended = await admin.run(["roles", "set", "Owner", "Reports", "None"])
    expect([ended.code, errorOf(ended)]).toMatchObject([
      5,
      { code: "RoleAboveYours", next: "Ask an Owner of your company." }
    ])
    const agent = await place.signedIn(Role.id.CallCenterAgent)
    expect((await agent.run(["roles", "show"])).code).toBe(0)
    expect((await agent.run(["roles", "set", "Vendor", "Reports", "None"])).code).toBe(5)
  })
})

describe("lockdesk view-as", () => {
  it("is shown by whoami, and says how to stop where it refuses a change", async () => {
    const admin = await place.signedIn(Role.id.Admin)
    expect((await admin.run(["whoami"])).stdout).not.toContain("Viewing as")
    expect((await admin.run(["view-as", "role", "Vendor"])).code).toBe(0)
    expect((await admin.run(["whoami"])).stdout).toMatch(/^Viewing as +Vendor$/m)
    const repeated = await admin.run(["view-as", "role", "Vendor"])
    expect([repeated.code, repeated.stderr]).toEqual([0, "You are already viewing as this role.\n"])
    const refused = await admin.run(["roles", "set", "Vendor", "Reports", "None"])
    expect([refused.code, errorOf(refused)["next"]]).toEqual([
      5,
      "Stop viewing first with: lockdesk view-as end, with --company if you act for a company."
    ])
    expect((await admin.run(["view-as", "end"])).code).toBe(0)
    const again = await admin.run(["view-as", "end"])
    expect([again.code, again.stderr]).toEqual([0, "You aren't viewing as someone else.\n"])
    expect((await admin.run(["whoami"])).stdout).not.toContain("Viewing as")
  })
})
