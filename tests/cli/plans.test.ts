import { beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { errorOf, type Machine } from "./support/lockdesk.ts"
import { place, sharePlace, user as owner } from "./support/sharePlace.ts"

sharePlace(Role.id.Owner)
let keeper: Machine
beforeAll(async () => {
  keeper = await place.signedIn(Role.id.SuperAdmin)
})

/** The plans that lack each command, with the plan that has it, copied by hand from DECISIONS, Tiers and features. */
const lines: ReadonlyArray<readonly [args: ReadonlyArray<string>, missing: Readonly<Record<string, string>>]> = [
  [["subdomains", "ls"], { LocksOnly: "Plus", Basic: "Plus" }],
  [["api-keys", "ls"], { LocksOnly: "Plus", Basic: "Plus" }],
  [["webhooks", "ls"], { LocksOnly: "Plus", Basic: "Plus" }],
  [["automations", "set", "vacant", "Available"], { LocksOnly: "Basic" }],
  [["roles", "set", "Vendor", "Reports", "Read"], { LocksOnly: "Premium", Basic: "Premium", Plus: "Premium" }],
  [["settings", "set", "limit-one-lock", "off"], {}]
]

describe("a terminal command", () => {
  it.each(["LocksOnly", "Basic", "Plus", "Premium"])(
    "on the plan %s runs, or names the plan that has it and ends with 5, without signing in again",
    async (plan) => {
      const changed = await keeper.run(["companies", "edit", "acme", "--tier", plan])
      expect([changed.code, changed.stderr]).toEqual([0, expect.any(String)])
      for (const [args, missing] of lines) {
        const ended = await owner.run(args)
        const named = missing[plan]
        if (named === undefined) expect([args, ended.code, ended.stderr]).toEqual([args, 0, expect.any(String)])
        else {
          const { code, next } = errorOf(ended)
          expect([args, ended.code, ended.stdout, code]).toEqual([args, 5, "", "FeatureNotIncluded"])
          expect(next).toBe(`It is part of the ${named} plan and above. Upgrade your plan to use it.`)
        }
      }
    }
  )
})
