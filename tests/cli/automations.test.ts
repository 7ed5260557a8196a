import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { errorOf } from "./support/lockdesk.ts"
import { there } from "./support/place.ts"
import { onlyJsonOf, place, sharePlace, user as admin } from "./support/sharePlace.ts"

sharePlace(Role.id.Admin)

const profile = () => onlyJsonOf(["automations", "show"])
const records = async (): Promise<number> =>
  ((await onlyJsonOf(["audit", "ls", "--subject", "automations"])) as ReadonlyArray<unknown>).length

describe("lockdesk automations show and set", () => {
  it("shows the release actions, and sets them by name, number or 'Don't change'", async () => {
    expect(await profile()).toEqual({ vacantReleaseAction: 1005, overlockReleaseAction: 1004 })
    const { stdout } = await admin.run(["automations", "show"])
    expect(stdout).toMatch(/Vacant units\s+Assigned Vacant \(Don't Change\)/)
    expect(stdout).toMatch(/Overlock units\s+Assigned Overlock \(Don't Change\)/)
    for (const [units, words, field, status] of [
      ["vacant", "Tenant Using Lock", "vacantReleaseAction", 1006],
      ["vacant", "1003", "vacantReleaseAction", 1003],
      ["overlock", "returned to dropbox", "overlockReleaseAction", 1003],
      ["overlock", "available", "overlockReleaseAction", 1001],
      ["vacant", "dont-change", "vacantReleaseAction", 1005],
      ["overlock", "Don't change", "overlockReleaseAction", 1004]
    ] as const) {
      expect(await onlyJsonOf(["automations", "set", units, words])).toMatchObject({ [field]: status })
      expect(await profile()).toMatchObject({ [field]: status })
    }
  })

  it("refuses an invalid status before sending anything, and changes nothing in a dry run", async () => {
    const [before, recorded] = [await profile(), await records()]
    for (const [args, field] of [
      [["vacant", "Lost"], "status"],
      [["vacant", "Assigned Vacant"], "status"],
      [["overlock", "Assigned Vacant"], "status"],
      [["auction", "Available"], "units"],
      [["overlock"], "status"],
      [[], "units"]
    ] as const) {
      const ended = await admin.run(["automations", "set", ...args])
      expect([args, ended.code, ended.stdout, errorOf(ended)["field"]]).toEqual([args, 2, "", field])
    }
    const dry = await admin.run(["automations", "set", "vacant", "Available", "--dry-run"])
    expect([dry.code, dry.stderr]).toEqual([0, expect.stringContaining("Dry run: nothing was changed.")])
    expect([await profile(), await records()]).toEqual([before, recorded])
  })

  it("needs Write on Automations to set, and Read to show", async () => {
    const reader = await place.signedIn(Role.id.SitePersonnel)
    expect((await reader.run(["automations", "show", "--json"])).code).toBe(0)
    for (const args of [
      ["automations", "set", "vacant", "Available"],
      ["automations", "unlock-delivered", there.overlocked, "--delivery", "x"]
    ]) {
      const ended = await reader.run(args)
      expect([ended.code, errorOf(ended)["code"]]).toEqual([5, "AccessDenied"])
    }
    const agent = await place.signedIn(Role.id.CallCenterAgent)
    expect((await agent.run(["automations", "show"])).code).toBe(5)
    expect(await admin.run(["can-i", "automations.set"])).toMatchObject({ code: 0 })
  })
})

describe("lockdesk automations unlock-delivered", () => {
  const statusOf = async (serial: string): Promise<unknown> =>
    ((await onlyJsonOf(["locks", "show", serial])) as { secondaryLockStatus: number }).secondaryLockStatus

  it("acts once for a lock, and reports the repetition", async () => {
    await onlyJsonOf(["automations", "set", "overlock", "Available"])
    const args = ["automations", "unlock-delivered", there.overlocked, "--delivery", "SM1"]
    const dry = await admin.run([...args, "--dry-run"])
    expect([dry.code, await statusOf(there.overlocked)]).toEqual([0, 1004])
    const [first] = (await onlyJsonOf(args)) as ReadonlyArray<object>
    expect(first).toMatchObject({ serialCode: there.overlocked, fromStatus: 1004, secondaryLockStatus: 1001 })
    expect(first).toMatchObject({ repeated: false })
    await admin.run(["locks", "set-status", there.overlocked, "Assigned Overlock", "--unit", "B-114"])
    const again = await admin.run(args)
    expect([again.code, again.stdout]).toEqual([0, expect.stringMatching(/Available\s.*yes/)])
    expect(await statusOf(there.overlocked)).toBe(1004)
    const { stdout } = await admin.run(["locks", "log", there.overlocked])
    expect(stdout.match(/Unlock code delivered/g)).toHaveLength(1)
  })

  it("acts for every lock of a unit", async () => {
    await onlyJsonOf(["automations", "set", "overlock", "Tenant Using Lock"])
    const unit = ["automations", "unlock-delivered", "--facility", "Maple St", "--unit", "B-115", "--delivery", "SM2"]
    const dry = await admin.run([...unit, "--dry-run"])
    expect([dry.code, await statusOf(there.twins[0])]).toEqual([0, 1004])
    expect(await onlyJsonOf([...unit.slice(0, -2), "--delivery", "SM2"])).toEqual(
      there.twins.map((serialCode) =>
        expect.objectContaining({ serialCode, fromStatus: 1004, secondaryLockStatus: 1006, repeated: false })
      )
    )
    for (const serial of there.twins) expect(await statusOf(serial)).toBe(1006)
    const empty = await admin.run([...unit.slice(0, 4), "--unit", "Z-9", "--delivery", "SM3"])
    expect([empty.code, empty.stderr]).toEqual([0, "No locks.\n"])
  })

  it("needs a lock, or a unit with its facility, and a delivery ID", async () => {
    for (const [args, code, field] of [
      [[there.overlocked, "--unit", "B-114", "--facility", "Maple St", "--delivery", "x"], 2, "unit"],
      [["--unit", "B-114", "--delivery", "x"], 2, "facilityID"],
      [["--delivery", "x"], 2, "lock"],
      [[there.overlocked], 2, "delivery"],
      [["1234567", "--delivery", "x"], 2, "lock"]
    ] as const) {
      const ended = await admin.run(["automations", "unlock-delivered", ...args])
      expect([args, ended.code, errorOf(ended)["field"]]).toEqual([args, code, field])
    }
    const nobodys = await admin.run(["automations", "unlock-delivered", "99999999", "--delivery", "x"])
    expect([nobodys.code, errorOf(nobodys)["code"]]).toEqual([6, "LockNotFound"])
  })
})
