import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { emailOf, password } from "../support/fixture.ts"
import { errorOf } from "./support/lockdesk.ts"
import { jsonOf, place, sharePlace, user as owner } from "./support/sharePlace.ts"
import { TerminalRun } from "./support/terminal.ts"

sharePlace(Role.id.Owner)

interface OwnChange {
  readonly seq: number
  readonly action: string
  readonly changed: string
  readonly canUndo: boolean
}
const newest = async (): Promise<OwnChange> => {
  const [change] = (await jsonOf(["audit", "mine", "--limit", "1"])) as ReadonlyArray<OwnChange>
  return change ?? expect.unreachable("no change")
}
const vendor = emailOf("acme", Role.id.Vendor)
const userNow = async () =>
  ((await jsonOf(["users", "ls", "--all"])) as ReadonlyArray<{ email: string; lastName: string }>).find(
    ({ email }) => email === vendor
  )

describe("lockdesk undo", () => {
  it("undoes a change by the number in 'audit mine', once, after a dry run", async () => {
    const before = await userNow()
    await jsonOf(["users", "edit", vendor, "--last-name", "Ito"])
    const change = await newest()
    expect(change).toMatchObject({
      action: "users.update",
      changed: `lastName: ${before?.lastName} → Ito`,
      canUndo: true
    })
    const undo = ["undo", String(change.seq)]
    const dry = await owner.run([...undo, "--dry-run"])
    expect([dry.code, dry.stderr]).toEqual([0, expect.stringContaining("Dry run: nothing was changed.")])
    expect((await userNow())?.lastName).toBe("Ito")
    expect(await jsonOf(undo)).toMatchObject({ seq: change.seq, action: "users.update" })
    expect((await userNow())?.lastName).toBe(before?.lastName)
    const again = await owner.run(undo)
    expect([again.code, again.stderr]).toEqual([0, expect.stringContaining("Unchanged")])
  })

  it("leaves changes that were changed again, can't be undone, or belong to another user", async () => {
    await jsonOf(["settings", "set", "contact-name", "Ann"])
    const mine = await newest()
    const admin = await place.signedIn(Role.id.Admin)
    expect((await admin.run(["settings", "set", "contact-name", "Bea"])).code).toBe(0)
    const changed = await owner.run(["undo", String(mine.seq)])
    expect([changed.code, changed.stdout, errorOf(changed)["code"]]).toEqual([7, "", "ChangeStays"])
    const foreign = await admin.run(["undo", String(mine.seq)])
    expect([foreign.code, errorOf(foreign)["code"], errorOf(foreign)["next"]]).toEqual([
      6,
      "ChangeNotFound",
      "List your changes with: lockdesk audit mine, in the company where you made the change."
    ])
    await jsonOf(["api-keys", "create", "Gate", "--all-facilities"])
    const made = await newest()
    expect(made).toMatchObject({ action: "apikeys.create", canUndo: false })
    const final = await owner.run(["undo", String(made.seq)])
    expect([final.code, errorOf(final)["message"]]).toEqual([7, "Creating an API key can't be undone."])
  })

  it("describes settings like the screen, with readable times", async () => {
    await jsonOf(["settings", "set", "web-timeout", "2 hours"])
    await jsonOf(["settings", "set", "web-timeout", "30 minutes"])
    expect((await newest()).changed).toBe("Web App Timeout: 2 Hours → 30 Minutes")
    await jsonOf(["settings", "set", "limit-one-lock", "off"])
    await jsonOf(["settings", "set", "limit-one-lock", "on"])
    expect((await newest()).changed).toBe("Limit One Lock Per Unit: off → on")
  })

  it("lists changes with the screens' labels in a table, and with record names in JSON", async () => {
    const table = async () => (await owner.run(["audit", "mine", "--limit", "1"])).stdout
    await jsonOf(["users", "edit", vendor, "--last-name", "Ash"])
    await jsonOf(["users", "edit", vendor, "--last-name", "Elm"])
    expect((await newest()).changed).toBe("lastName: Ash → Elm")
    expect(await table()).toMatch(/Last name: Ash → Elm/)
    await jsonOf(["users", "deactivate", vendor, "--yes"])
    expect((await newest()).changed).toBe("isActive: true → false")
    expect(await table()).toMatch(/Active: yes → no/)
    // A list of users has only the active ones, unless it is asked for all.
    const active = await owner.run(["users", "ls", "--search", vendor])
    expect([active.stdout, active.stderr]).toEqual([
      "",
      `No users match '${vendor}'.\n1 inactive user not listed · --all to list them\n`
    ])
    const everybody = await owner.run(["users", "ls", "--search", vendor, "--all", "--json", "email,status"])
    expect([JSON.parse(everybody.stdout), everybody.stderr]).toEqual([[{ email: vendor, status: false }], ""])
    await jsonOf(["users", "activate", vendor])
    await jsonOf(["api-keys", "create", "Words", "--all-facilities"])
    await jsonOf(["api-keys", "edit", "Words", "--may-reveal", "yes", "--expires", "2099-12-31"])
    expect(await table()).toContain("May reveal combinations: no → yes, Last day: none → 2099-12-31")
    await jsonOf(["locks", "set-color", "10000001", "Green"])
    await jsonOf(["locks", "set-color", "10000001", "Blue"])
    expect(await table()).toContain("Color: green → blue")
    await jsonOf(["subdomains", "create", "Side Desk", "side-desk"])
    await jsonOf(["subdomains", "edit", "side-desk", "--name", "Side Door"])
    expect(await table()).toContain("Display Name: Side Desk → Side Door")
    const { seq } = await newest()
    expect((await owner.run(["undo", String(seq)])).stdout).toContain("Display Name: Side Desk → Side Door")
  })

  it("names facilities and subdomains", async () => {
    interface Listed {
      readonly facilityID: number
      readonly facilityName: string
    }
    const [first, second] = ((await jsonOf(["facilities", "ls"])) as ReadonlyArray<Listed>).toSorted(
      (a, b) => a.facilityID - b.facilityID
    )
    const [one, other] = [first?.facilityName ?? "", second?.facilityName ?? ""]
    for (const [name, url] of [
      ["Front Desk", "front-desk"],
      ["Back Desk", "back-desk"]
    ] as const)
      await jsonOf(["subdomains", "create", name, url])
    await jsonOf(["subdomains", "edit", "front-desk", "--assign", `${one},${other}`])
    expect((await newest()).changed).toBe(`${one}, ${other}: none → Front Desk`)
    await jsonOf(["users", "edit", vendor, "--facilities", `${one},${other}`])
    expect((await newest()).changed).toMatch(new RegExp(`^facilities: .* → ${one}, ${other}$`))
    await jsonOf(["api-keys", "create", "Named", "--all-facilities"])
    await jsonOf(["api-keys", "edit", "Named", "--facilities", one])
    expect((await newest()).changed).toContain(`facilities: none → ${one}`)
  })

  it("is suggested after a change at a terminal, and only there", async () => {
    const args = ["users", "edit", vendor, "--last-name", "Moss"]
    const dry = new TerminalRun(owner, [...args, "--dry-run"])
    expect(await dry.ends()).toBe(0)
    const run = new TerminalRun(owner, args)
    expect(await run.ends()).toBe(0)
    const { seq, changed } = await newest()
    expect(changed).toMatch(/→ Moss$/)
    expect(run.screen.text).toContain(`Undo: lockdesk undo ${seq}`)
    expect(dry.screen.text).not.toContain("Undo:")
    for (const silent of [args, [...args.slice(0, -1), "Fern", "--json"], [...args.slice(0, -1), "Birch", "--quiet"]]) {
      const each = new TerminalRun(owner, silent)
      expect(await each.ends()).toBe(0)
      expect([silent, each.screen.text]).toEqual([silent, expect.not.stringContaining("Undo:")])
    }
    const piped = await owner.run([...args.slice(0, -1), "Heath"])
    expect([piped.code, piped.stderr]).toEqual([0, ""])
    const locked = new TerminalRun(owner, ["locks", "set-color", "10000001", "Yellow"])
    expect(await locked.ends()).toBe(0)
    expect(locked.screen.text).toContain(`Undo: lockdesk undo ${(await newest()).seq}`)
    const added = new TerminalRun(owner, ["api-keys", "create", "Gate 2", "--all-facilities"])
    expect(await added.ends()).toBe(0)
    expect(added.screen.text).not.toContain("Undo:")
  })

  it("works without the permission to read the audit log", async () => {
    const agent = place.machine()
    const login = ["auth", "login", "--email", emailOf("acme", Role.id.CallCenterAgent)]
    expect((await agent.run(login, { stdin: password })).code).toBe(0)
    expect((await agent.run(["audit", "ls"])).code).toBe(5)
    const listed = await agent.run(["audit", "mine", "--json"])
    expect([listed.code, JSON.parse(listed.stdout)]).toMatchObject([0, [{ action: "auth.login", canUndo: false }]])
  })
})
