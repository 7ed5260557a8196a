import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { Tier } from "#core/companies/tiers.ts"
import { usualHomes } from "../../support/databases.ts"
import { settledLevel } from "../../support/settledPermissions.ts"
import { connect, listen, until } from "../hub/hubHarness.ts"
import { planOf, useAutomationPlace } from "./automationPlace.ts"

/** The calls for each kind of unit, copied by hand from 002 §5 and §7. */
const calls = [
  ["vacantReleaseAction", "/settings/update-assigned-vacant", [1001, 1003, 1006, 1005]],
  ["overlockReleaseAction", "/settings/update-assigned-over-lock", [1001, 1003, 1006, 1004]]
] as const

/** 0 Off, 1 On, 2 Upgradeable, copied by hand from DECISIONS, Tiers and features: LockStatusChange. */
const accessOf: Readonly<Record<number, number>> = {
  [-2]: 0,
  [-1]: 0,
  0: 2,
  10: 2,
  1: 1,
  11: 1,
  2: 1,
  12: 1,
  3: 1,
  13: 1,
  4: 1
}

describe.each(usualHomes)("automations, on $name", (home) => {
  const place = useAutomationPlace(home)
  const profile = async (token = place.owner, query = "") =>
    (await place.send("GET", `/settings/automations${query}`, undefined, token)).data

  it("change no lock until they are set", async () => {
    expect(await profile(await place.server.enter("other", Role.id.Owner))).toEqual({
      vacantReleaseAction: 1005,
      overlockReleaseAction: 1004
    })
  })

  describe.each(calls)("%s", (field, path, statuses) => {
    it("accepts each of its statuses, with one record per change that has the previous value", async () => {
      await place.configured(1005, 1004)
      let before: number = statuses[3]
      for (const status of statuses) {
        const earlier = (await place.recordsOf("automations")).length
        const changed = await place.send("PUT", path, { status })
        expect(changed).toMatchObject({ status: 200, message: "Successfully updated", data: { [field]: status } })
        expect(await profile()).toEqual(changed.data)
        expect((await place.send("PUT", path, { status })).status).toBe(200)
        const records = await place.recordsOf("automations")
        expect(records).toHaveLength(earlier + 1)
        expect(records[0]).toMatchObject({ action: "automations.update", userName: "Owner acme" })
        const from = `from${field.charAt(0).toUpperCase()}${field.slice(1)}`
        expect(JSON.parse(records[0]?.payload ?? "")).toMatchObject({ [field]: status, [from]: before })
        before = status
      }
      expect(await place.send("GET", "/audit/verify")).toMatchObject({ data: { broken: null } })
    })

    it("is refused if it no longer has the status it had before the edit", async () => {
      await place.configured(1005, 1004)
      const [first, second] = statuses
      const last = statuses[3]
      expect(await place.send("PUT", path, { status: first, was: last })).toMatchObject({ status: 200 })
      expect(await place.send("PUT", path, { status: second, was: last })).toMatchObject({
        status: 409,
        code: "SettingsChangedMeanwhile",
        data: { fields: [field] }
      })
      expect(await profile()).toMatchObject({ [field]: first })
      // The same edit again has nothing to choose.
      expect(await place.send("PUT", path, { status: first, was: last })).toMatchObject({ status: 200 })
      expect(await place.send("PUT", path, { status: second, was: first })).toMatchObject({ status: 200 })
    })

    it("leaves the other one unchanged", async () => {
      await place.configured(1003, 1003)
      await place.send("PUT", path, { status: 1006 })
      const other = field === "vacantReleaseAction" ? "overlockReleaseAction" : "vacantReleaseAction"
      expect(await profile()).toEqual({ [field]: 1006, [other]: 1003 })
    })

    it.each([statuses[3] === 1005 ? 1004 : 1005, 1000, 1002, 1007, 1008, 0, "1001", null, undefined, [1001]])(
      "refuses %j",
      async (status) => {
        await place.configured(1005, 1004)
        expect(await place.send("PUT", path, { status })).toMatchObject({
          status: 400,
          code: "Malformed",
          data: { issues: [{ path: "status" }] }
        })
        expect(await profile()).toEqual({ vacantReleaseAction: 1005, overlockReleaseAction: 1004 })
      }
    )

    it.each(Role.rows.map(({ id, label }) => [label, id] as const))(
      "can be read and changed by a %s according to its permissions",
      async (_, role) => {
        // The default roles, without acme's overrides.
        const token = await place.server.enter("other", role)
        const owner = await place.server.enter("other", Role.id.Owner)
        await place.configured(1005, 1004, "other")
        const level = settledLevel(role, 12)
        expect((await place.send("GET", "/settings/automations", undefined, token)).status).toBe(level > 0 ? 200 : 403)
        const changed = await place.send("PUT", path, { status: 1001 }, token)
        expect(changed).toMatchObject(level > 1 ? { status: 200 } : { status: 403, code: "AccessDenied" })
        expect(await profile(owner)).toMatchObject({ [field]: level > 1 ? 1001 : statuses[3] })
      }
    )

    it("notifies everyone in the company and no one else", async () => {
      await place.configured(1005, 1004)
      const [us, them] = [place.owner, await place.server.enter("other", Role.id.Owner)]
      const [ours, theirs] = await Promise.all(
        [us, them].map((token) => connect(`${place.server.address}/api/hub`, { person: { token } }))
      )
      if (ours === undefined || theirs === undefined) return expect.unreachable()
      const [heard, theyHeard] = [listen(ours, "updateAutomations"), listen(theirs, "updateAutomations")]
      await ours.invoke("joinCompanyGroup", us)
      await theirs.invoke("joinCompanyGroup", them)
      await place.send("PUT", path, { status: 1006 })
      await until("the event", () => heard.length === 1)
      await place.configured(1005, 1004, "other")
      await place.send("PUT", path, { status: 1006 }, them)
      await until("their event", () => theyHeard.length === 1)
      expect(heard).toHaveLength(1)
    })
  })

  it("belong to the company that a site-level role names, and to their own company for everyone else", async () => {
    const query = `?companyID=${place.company["other"] ?? 0}`
    const theirs = async () => profile(await place.server.enter("other", Role.id.Owner))
    for (const [role, reaches] of [
      [Role.id.SuperAdmin, true],
      [Role.id.SiteAdmin, true],
      [Role.id.Owner, false],
      [Role.id.Admin, false]
    ] as const) {
      await place.configured(1005, 1004)
      await place.configured(1005, 1004, "other")
      const token = await place.server.enter("acme", role)
      expect(
        (await place.send("PUT", `/settings/update-assigned-vacant${query}`, { status: 1003 }, token)).status
      ).toBe(200)
      const changed = { vacantReleaseAction: 1003, overlockReleaseAction: 1004 }
      const kept = { vacantReleaseAction: 1005, overlockReleaseAction: 1004 }
      expect([role, await theirs(), await profile()]).toEqual([role, ...(reaches ? [changed, kept] : [kept, changed])])
      expect(await profile(token, query)).toEqual(changed)
    }
    const theirRecords = await place.recordsOf("automations", await place.server.enter("other", Role.id.Owner))
    expect(theirRecords[0]?.userName).toBe("Site Admin acme")
  })

  it.each(Tier.ids)("are readable with tier %i, and changed only if the plan has LockStatusChange", async (tier) => {
    const name = planOf(tier)
    const token = await place.server.enter(name, Role.id.Owner)
    const access = accessOf[tier] ?? expect.unreachable()
    const refused = { status: 403, code: "FeatureNotIncluded", data: { feature: 5, access } }
    for (const [, path] of calls) {
      expect(await place.send("PUT", path, { status: 1001 }, token)).toMatchObject(
        access === 1 ? { status: 200 } : refused
      )
    }
    const delivered = await place.tell({ deliveryID: "x", serialCode: "99999999" }, token)
    expect(delivered).toMatchObject(access === 1 ? { code: "LockNotFound" } : refused)
    const after = access === 1 ? [1001, 1001] : [1005, 1004]
    expect(await profile(token)).toEqual({ vacantReleaseAction: after[0], overlockReleaseAction: after[1] })
  })

  it("are inactive with a lapsed subscription", async () => {
    const token = await place.server.enter("lapsed", Role.id.Owner)
    const answer = await place.send("PUT", "/settings/update-assigned-vacant", { status: 1001 }, token)
    expect(answer).toMatchObject({ status: 403, code: "FeatureNotIncluded", data: { access: 2 } })
  })
})
