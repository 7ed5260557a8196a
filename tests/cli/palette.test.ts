import { readFileSync } from "node:fs"
import { once } from "node:events"
import { type AddressInfo, connect, createServer } from "node:net"
import { join } from "node:path"
import { beforeEach, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { bigDigits } from "#cli/screens/bigDigits.ts"
import { emailOf, password } from "../support/fixture.ts"
import type { Machine } from "./support/lockdesk.ts"
import { codeOf, there } from "./support/place.ts"
import { clearPalette as clear, empty, leavePalette as leave, openPalette } from "./support/palette.ts"
import { place, sharePlace } from "./support/sharePlace.ts"
import { keys, TerminalRun } from "./support/terminal.ts"

describe("the palette", () => {
  sharePlace()
  let here: Machine
  beforeEach(async () => {
    here = await place.signedIn(Role.id.Admin)
  })

  const open = (machine: Machine = here): Promise<TerminalRun> => openPalette(machine)
  const row = (run: TerminalRun, text: string): string =>
    run.screen.text.split("\n").find((line) => line.includes(text)) ?? ""

  it("reveals in ten keys (eight digits, Enter, the reason), and keeps the next caller's first digit", async () => {
    const run = await open()
    run.type(there.overlocked)
    run.type(keys.enter)
    run.type("2")
    await run.shows("Hides in 29 s")
    for (const line of bigDigits(codeOf(there.overlocked))) expect(run.screen.text).toContain(line.trimEnd())
    run.type(there.available.slice(0, 1))
    await run.shows(`› ${there.available.slice(0, 1)}`)
    expect(run.screen.text).not.toContain("█")
    run.type(there.available.slice(1))
    run.type(keys.enter)
    await run.shows("1000 0001")
    await run.shows("Available")
    await leave(run)
    const audit = await here.run(["audit", "ls", "--subject", there.overlocked, "--json", "payload"])
    expect(JSON.parse(audit.stdout)[0].payload).toContain("Tenant requested code")
    // Recents contain the lock, but no file on this machine contains its combination.
    const recents = readFileSync(join(here.settings, "recents.json"), "utf8")
    expect(recents).toContain(there.overlocked)
    expect(recents).not.toMatch(new RegExp(`"${codeOf(there.overlocked)}"|unlockCode`))
  })

  it("takes a reason back with Backspace, and records only the one that is sent", async () => {
    const run = await open()
    run.type(`reveal ${there.available}`)
    await run.shows("▸ Reveal the combination: 1000 0001")
    run.type(keys.enter)
    await run.shows("Why?")
    run.type("4\u007f3")
    run.type(keys.enter)
    await run.shows("Hides in 29 s")
    await leave(run)
    const audit = await here.run(["audit", "ls", "--subject", there.available, "--json", "payload"])
    const reasons = (JSON.parse(audit.stdout) as ReadonlyArray<{ payload: string }>).map(({ payload }) => payload)
    expect(reasons.filter((payload) => payload.includes("Applied lock to wrong unit"))).toEqual([])
    expect(reasons.filter((payload) => payload.includes("Accidentally closed lock"))).toHaveLength(1)
  })

  it("acts on the typed serial code, accepts a command with inputs in one line, tolerates a typo, lists a filter's values, and selects nothing for a wrong filter", async () => {
    const run = await open()
    // The serial code counts, not the listed rows.
    run.type(`19999999${keys.enter}`)
    await run.shows("Next: Check the lock's 8 digits.")
    run.type(keys.escape)
    await run.shows("› 19999999")
    await clear(run)
    run.type("show 1000 0002")
    await run.shows("▸ Show a lock: 1000 0002")
    run.type(keys.enter)
    await run.shows("Updated by")
    // Sent separately, because Esc followed directly by a key would be read as Alt.
    await clear(run)
    run.type("reveal 10000002")
    await run.shows("▸ Reveal the combination: 1000 0002")
    await clear(run)
    const vendor = emailOf("acme", Role.id.Vendor)
    run.type(`deactivate ${vendor.slice(0, 10)}`)
    await run.shows(`▸ Deactivate a user: ${vendor}`)
    await clear(run)
    run.type("lsit facilities")
    await run.shows("▸ List facilities")
    await clear(run)
    run.type("status:sold")
    await run.shows("There is no status 'sold'. status: available, lost")
    await clear(run)
    run.type("foo:bar")
    await run.shows("There is no filter foo; there are status")
    expect(run.screen.text).not.toContain("▸")
    expect(run.screen.text).not.toContain("Enter run")
    await clear(run)
    run.type("facility:nowhere")
    await run.shows("No facility named nowhere.")
    expect(run.screen.text).not.toContain("No results.")
    await clear(run)
    // A pasted address finds its lock.
    run.type("http://127.0.0.1:4471/locks/10000002")
    await run.shows("▸ 1000 0002")
    expect(run.screen.text).toContain("Enter look up")
    await leave(run)
  })

  it("finds commands by their words, and ranks used ones first", async () => {
    const run = await open()
    run.type("list facil")
    await run.shows("▸ List facilities")
    run.type(keys.enter)
    await run.shows("Harbour Point")
    run.type(keys.escape)
    await run.shows("▸ List facilities")
    await leave(run)
    const again = await open()
    expect(again.screen.text).toContain("▸ List facilities")
    again.type(keys.escape)
    expect(await again.ends()).toBe(0)
  })

  it("adds locks found by the server below, without moving the selection", async () => {
    const run = await open()
    run.type("B-1")
    await run.shows("1000 0002")
    await run.shows("Unit B-115")
    run.type(keys.down)
    await run.shows("▸ 1000 0003")
    run.type(keys.enter)
    await run.shows("Assigned Overlock")
    expect(run.screen.text).toContain("Lock 1000 0003")
    run.type("l")
    await run.shows("Show the log of a lock")
    await leave(run)
  })

  it("asks for missing inputs page by page, and goes back with Backspace in an empty field", async () => {
    const run = await open()
    run.type("activate a lock")
    await run.shows("▸ Activate a lock")
    run.type(keys.enter)
    await run.shows("The 8 digits engraved on the lock")
    run.type(`${there.registered[0]}${keys.enter}`)
    await run.shows("Harbour Point")
    run.type(keys.backspace)
    await run.shows("The 8 digits engraved on the lock")
    run.type(`${there.registered[0]}${keys.enter}`)
    await run.shows("▸ Harbour Point")
    run.type("maple s")
    await run.shows("▸ Maple St")
    expect(run.screen.text).not.toContain("Maple Court")
    run.type(keys.enter)
    await run.shows("Active       yes")
    expect(run.screen.text).toMatch(/Facility +Maple St/)
    await leave(run)
    expect((await here.run(["locks", "show", there.registered[0], "--json", "facilityName"])).stdout).toContain(
      "Maple St"
    )
  })

  it("shows why a command failed", async () => {
    const run = await open()
    run.type("show a lock")
    await run.shows("▸ Show a lock")
    run.type(keys.enter)
    await run.shows("Lock:")
    run.type(`B-114${keys.enter}`)
    await run.shows("doesn't identify a lock")
    await leave(run)
  })

  it("shows the reason of a refused command, and does not run it", async () => {
    const agent = await place.signedIn(Role.id.CallCenterAgent)
    const run = await open(agent)
    run.type("import a shipment")
    await run.shows("Enter show why")
    await run.shows("⚿ Insufficient Permissions")
    expect(row(run, "Import a shipment")).toContain("⚿")
    expect(run.screen.text).not.toContain("▸")
    run.type(keys.enter)
    run.type("s")
    await run.shows("› import a shipments")
    await leave(run)
  })

  it("asks for a sign-in if there is no session", async () => {
    const fresh = place.machine()
    const run = new TerminalRun(fresh, [])
    await run.shows("Email:")
    run.type(`${emailOf("acme", Role.id.Owner)}${keys.enter}`)
    await run.shows("Password:")
    run.type(`wrong-one${keys.enter}`)
    await run.shows("Email or password is wrong.")
    run.type(`${password}${keys.enter}`)
    await run.shows(empty)
    expect(run.screen.raw).not.toContain(password)
    await leave(run)
    expect((await fresh.run(["whoami"])).code).toBe(0)
  })

  it("reports that the server can't be reached", async () => {
    const run = new TerminalRun(here, [], { LOCKDESK_HOST: "http://127.0.0.1:1" })
    await run.shows("nothing is listening there")
    await leave(run)
  })

  it("keeps the session while the server is unreachable, and continues afterwards", async () => {
    const token = await place.server.enter("acme", Role.id.Admin)
    const proxy = createServer((socket) => {
      const behind = connect(Number(new URL(place.server.address).port))
      for (const end of [socket, behind]) end.on("error", () => undefined)
      socket.pipe(behind).pipe(socket)
    })
    await once(proxy.listen(0, "127.0.0.1"), "listening")
    const { port } = proxy.address() as AddressInfo
    proxy.close()
    await once(proxy, "close")
    const away = { LOCKDESK_HOST: `http://127.0.0.1:${port}`, LOCKDESK_TOKEN: token }
    const left = new TerminalRun(here, [], away)
    await left.shows("Enter try again · Esc quit")
    left.type(keys.escape)
    expect(await left.ends()).toBe(0)
    expect(left.screen.raw).not.toContain("Email:")
    const run = new TerminalRun(here, [], away)
    await run.shows("nothing is listening there")
    await once(proxy.listen(port, "127.0.0.1"), "listening")
    run.type(keys.enter)
    await run.shows(empty)
    await leave(run)
    proxy.close()
  })

  it("wraps lines wider than the window", async () => {
    const run = await open()
    run.type("show a facility")
    await run.shows("▸ Show a facility")
    run.type(keys.enter)
    await run.shows("▸ Harbour Point")
    run.type(`${"Maple ".repeat(20)}Omega${keys.enter}`)
    await run.shows("Next: See lockdesk facilities ls.")
    expect(run.screen.text).toMatch(/Maple\n *Maple .*Omega'\./)
    await leave(run)
  })
})
