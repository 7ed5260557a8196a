import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { errorOf } from "./support/lockdesk.ts"
import { onlyJsonOf, place, sharePlace, user as owner } from "./support/sharePlace.ts"

sharePlace(Role.id.Owner)

const settings = () => onlyJsonOf(["settings", "show"])

describe("lockdesk settings", () => {
  it("shows every setting by its name, and sets each of them", async () => {
    for (const [name, value, kept] of [
      ["limit-one-lock", "on", { numberOfLocks: 1 }],
      ["limit-one-lock", "Off", { numberOfLocks: 4 }],
      ["daily-report", "yes", { emailViewLockCodesReport: true }],
      ["hide-codes", "off", { hideLockCodes: false }],
      ["hide-codes", "on", { hideLockCodes: true }],
      ["mobile-timeout", "2 days", { mobileTimeout: 2880 }],
      ["web-timeout", "1.5 hours", { clientTimeout: 5_400_000 }],
      ["name", "Acme West", { companyName: "Acme West" }],
      ["contact-name", "Ann Lee", { contactName: "Ann Lee" }],
      ["contact-email", "ann@acme.example.com", { contactEmail: "ann@acme.example.com" }],
      ["contact-phone", "(555) 010-0200", { contactPhone: "5550100200" }],
      ["contact-phone", "none", { contactPhone: "" }],
      ["time-zone", "america/denver", { timeZone: "America/Denver", timeZoneChosen: true }],
      ["time-zone", "none", { timeZone: "UTC", timeZoneChosen: false }]
    ] as const) {
      expect(await onlyJsonOf(["settings", "set", name, value])).toMatchObject(kept)
      expect(await settings()).toMatchObject(kept)
    }
    const { stdout } = await owner.run(["settings", "show"])
    expect(stdout).toMatch(/^web-timeout\s+1\.5 Hours$/m)
    expect(stdout).toMatch(/^contact-phone\s+none$/m)
    expect(stdout).toMatch(/^time-zone\s+UTC \(first facility\)$/m)
  })

  it("describes invalid values, and changes nothing in a dry run", async () => {
    const before = await settings()
    for (const [args, words] of [
      [["web-timeout", "9 minutes"], "Timeout value must be between 10 minutes and 7 days"],
      [["mobile-timeout", "30"], "Please select a timeout unit, such as '30 minutes'"],
      [["hide-codes", "maybe"], "Hide All Lock Codes must be on or off."],
      [["time-zone", "Mars/Olympus"], "Time zone must be an IANA name"],
      [["contact-email", "nobody"], "Email is invalid"],
      [["name", "none"], "Company name is required."]
    ] as const) {
      const ended = await owner.run(["settings", "set", ...args])
      expect([args, ended.code, ended.stdout, String(errorOf(ended)["message"])]).toEqual([
        args,
        2,
        "",
        expect.stringContaining(words)
      ])
    }
    expect((await owner.run(["settings", "set", "nonsense", "on"])).code).toBe(2)
    const dry = await owner.run(["settings", "set", "limit-one-lock", "on", "--dry-run"])
    expect([dry.code, dry.stderr]).toEqual([0, expect.stringContaining("Dry run: nothing was changed.")])
    const again = await owner.run(["settings", "set", "limit-one-lock", "off"])
    expect([again.code, again.stderr]).toEqual([0, expect.stringContaining("Unchanged")])
    expect(await settings()).toEqual(before)
  })

  it("changes the own name only if it is still the one that was seen", async () => {
    const name = (...args: ReadonlyArray<string>) => owner.run(["account", "name", "--last-name", "Marsh", ...args])
    await name("--first-name", "Olive")
    const refused = await name("--first-name", "Ada", "--was", "Olive Owner")
    expect([refused.code, errorOf(refused)["code"]]).toEqual([7, "NameChangedMeanwhile"])
    for (const again of [false, true]) {
      const changed = await name("--first-name", "Ada", "--was", "Olive Marsh")
      expect([again, changed.code]).toEqual([again, 0])
    }
  })

  it("changes a setting only if it still has the displayed or typed value", async () => {
    const set = (...args: ReadonlyArray<string>) => owner.run(["settings", "set", ...args])
    await set("web-timeout", "100 minutes")
    expect((await owner.run(["settings", "show"])).stdout).toMatch(/^web-timeout\s+100 Minutes$/m)
    for (const args of [
      ["web-timeout", "2 hours", "--was", "8 hours"],
      ["limit-one-lock", "on", "--was", "on"],
      ["time-zone", "America/Denver", "--was", "America/Boise"],
      ["contact-name", "Ann", "--was", "Bob"]
    ]) {
      const ended = await set(...args)
      expect([args, ended.code, errorOf(ended)["code"]]).toEqual([args, 7, "SettingsChangedMeanwhile"])
    }
    expect(await settings()).toMatchObject({ clientTimeout: 6_000_000, numberOfLocks: 4, timeZoneChosen: false })
    for (const args of [
      ["web-timeout", "2 hours", "--was", "100 minutes"],
      ["web-timeout", "8 hours", "--was", "120 minutes"],
      ["limit-one-lock", "on", "--was", "off"],
      ["limit-one-lock", "off", "--was", "ON"],
      ["time-zone", "America/Denver", "--was", "none"],
      ["time-zone", "none", "--was", "america/denver"]
    ]) {
      expect([args, (await set(...args)).code]).toEqual([args, 0])
      const again = await set(...args)
      expect([args, again.code, again.stderr]).toEqual([args, 0, "Unchanged: already set.\n"])
    }
    const wrong = await set("limit-one-lock", "on", "--was", "maybe")
    expect([wrong.code, errorOf(wrong)["message"]]).toEqual([2, expect.stringContaining("must be on or off")])
    expect(await settings()).toMatchObject({ clientTimeout: 28_800_000, numberOfLocks: 4, timeZoneChosen: false })
  })

  it("lets everyone see the settings, and needs Write on Subdomains to change them", async () => {
    const agent = await place.signedIn(Role.id.CallCenterAgent)
    expect((await agent.run(["settings", "show", "--json"])).code).toBe(0)
    for (const args of [
      ["settings", "set", "limit-one-lock", "on"],
      ["settings", "logout-all", "--yes"]
    ]) {
      const ended = await agent.run(args)
      expect([args, ended.code, errorOf(ended)["code"]]).toEqual([args, 5, "AccessDenied"])
    }
  })

  it("signs out everyone except the caller, after a confirmation", async () => {
    const agent = await place.signedIn(Role.id.CallCenterAgent)
    const unasked = await owner.run(["settings", "logout-all"])
    expect([unasked.code, errorOf(unasked)["message"]]).toEqual([
      2,
      expect.stringMatching(
        /^This logs out \d users? of Acme\b.* immediately \(\d sessions?\)\. You stay logged in here, but not/
      )
    ])
    expect((await agent.run(["whoami"])).code).toBe(0)
    const ended = await owner.run(["settings", "logout-all", "--yes"])
    expect([ended.code, ended.stdout]).toEqual([
      0,
      expect.stringMatching(/^Users logged out  [1-9]\nSessions ended    [1-9]\n$/)
    ])
    expect((await agent.run(["whoami"])).code).toBe(4)
    expect((await owner.run(["whoami"])).code).toBe(0)
    const again = await owner.run(["settings", "logout-all"])
    expect(errorOf(again)["message"]).toMatch(/^Nobody else is logged in at acme/i)
  })
})
