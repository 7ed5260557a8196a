import { beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { errorOf, type Machine } from "./support/lockdesk.ts"
import { there } from "./support/place.ts"
import { place, sharePlace, user as agent } from "./support/sharePlace.ts"

describe("what a role can never do", () => {
  sharePlace(Role.id.CallCenterAgent)
  let admin: Machine
  beforeAll(async () => {
    admin = await place.signedIn(Role.id.Admin)
  })

  const next = "Ask someone with another role to do it."
  it.each([
    ["locks transfer", "TransferRefused", "Call Center Agents can't transfer locks."],
    ["locks set-unit", "UnitRefused", "Call Center Agents can't edit a lock's unit."]
  ])("is refused by can-i '%s' without a lock", async (command, code, reason) => {
    const asked = await agent.run(["can-i", command, "--json"])
    expect([asked.code, JSON.parse(asked.stdout)]).toMatchObject([5, { allowed: false, code, reason, next }])
    expect((await admin.run(["can-i", command])).code).toBe(0)
  })

  it("exits with 5 when it is tried, for one lock, in a dry run and for a file", async () => {
    const refused = { message: "Call Center Agents can't transfer locks.", next }
    for (const more of [[], ["--dry-run"]]) {
      const moved = await agent.run(["locks", "transfer", there.available, "--facility", "Maple Court", ...more])
      expect([more, moved.code, errorOf(moved)]).toMatchObject([more, 5, refused])
      const unit = await agent.run(["locks", "set-unit", there.available, "Z-1", ...more])
      expect([more, unit.code, errorOf(unit)]).toMatchObject([more, 5, { code: "UnitRefused", next }])
    }
    // No other status is open to the role from this one: no permission changes that.
    const status = await agent.run(["locks", "set-status", there.available, "Lost"])
    expect([status.code, errorOf(status)]).toMatchObject([5, { code: "StatusRefused", next }])
  })

  it("tells a vendor what can be searched instead of the status", async () => {
    const vendor = await place.signedIn(Role.id.Vendor)
    for (const [args, seen] of [
      [["--status", "Available"], "the status of locks"],
      [["--sort", "updatedOn=desc"], "when a lock was changed"]
    ] as const) {
      const refused = await vendor.run(["locks", "ls", ...args])
      expect([refused.code, errorOf(refused)]).toMatchObject([
        5,
        {
          code: "SearchNotShown",
          message: `Your role can't see ${seen}, so you can't search or sort by it.`,
          next: "Search or sort by serial code, unit, facility or color."
        }
      ])
    }
  })

  it("is no reason for another exit if only the lock's state refuses", async () => {
    const unit = await admin.run(["locks", "set-unit", there.available, "Z-1"])
    expect([unit.code, errorOf(unit)["code"]]).toEqual([7, "UnitRefused"])
  })
})
