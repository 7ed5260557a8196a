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
    await run.types("2", "Hides in 29 s")
    for (const line of bigDigits(codeOf(there.overlocked))) expect(run.screen.text).toContain(line.trimEnd())
    await run.types(there.available.slice(0, 1), `› ${there.available.slice(0, 1)}`)
    expect(run.screen.text).not.toContain("█")
    run.type(there.available.slice(1))
    await run.types(keys.enter, "1000 0001")
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
    await run.types(`reveal ${there.available}`, "▸ Reveal the combination: 1000 0001")
    await run.types(keys.enter, "Why?")
    run.type("4\u007f3")
    await run.types(keys.enter, "Hides in 29 s")
    await leave(run)
    const audit = await here.run(["audit", "ls", "--subject", there.available, "--json", "payload"])
    const reasons = (JSON.parse(audit.stdout) as ReadonlyArray<{ payload: string }>).map(({ payload }) => payload)
    expect(reasons.filter((payload) => payload.includes("Applied lock to wrong unit"))).toEqual([])
    expect(reasons.filter((payload) => payload.includes("Accidentally closed lock"))).toHaveLength(1)
  })

  it("acts on the typed serial code, accepts a command with inputs in one line, tolerates a typo, lists a filter's values, and selects nothing for a wrong filter", async () => {
    const run = await open()
    // The serial code counts, not the listed rows.
    await run.types(`19999999${keys.enter}`, "Next: Check the lock's 8 digits.")
    await run.types(keys.escape, "› 19999999")
    await clear(run)
    await run.types("show 1000 0002", "▸ Show a lock: 1000 0002")
    await run.types(keys.enter, "Updated by")
    // Sent separately, because Esc followed directly by a key would be read as Alt.
    await clear(run)
    await run.types("reveal 10000002", "▸ Reveal the combination: 1000 0002")
    await clear(run)
    const vendor = emailOf("acme", Role.id.Vendor)
    await run.types(`deactivate ${vendor.slice(0, 10)}`, `▸ Deactivate a user: ${vendor}`)
    await clear(run)
    await run.types("lsit facilities", "▸ List facilities")
    await clear(run)
    await run.types("status:sold", "There is no status 'sold'. status: available, lost")
    await clear(run)
    await run.types("foo:bar", "There is no filter foo; there are status")
    expect(run.screen.text).not.toContain("▸")
    expect(run.screen.text).not.toContain("Enter run")
    await clear(run)
    await run.types("facility:nowhere", "No facility named nowhere.")
    expect(run.screen.text).not.toContain("No results.")
    await clear(run)
    // A pasted address finds its lock.
    await run.types("http://127.0.0.1:4471/locks/10000002", "▸ 1000 0002")
    expect(run.screen.text).toContain("Enter look up")
    await leave(run)
  })

  it("finds commands by their words, and ranks used ones first", async () => {
    const run = await open()
    await run.types("list facil", "▸ List facilities")
    await run.types(keys.enter, "Harbour Point")
    await run.types(keys.escape, "▸ List facilities")
    await leave(run)
    const again = await open()
    expect(again.screen.text).toContain("▸ List facilities")
    again.type(keys.escape)
    expect(await again.ends()).toBe(0)
  })

  it("adds locks found by the server below, without moving the selection", async () => {
    const run = await open()
    await run.types("B-1", "1000 0002")
    await run.shows("Unit B-115")
    await run.types(keys.down, "▸ 1000 0003")
    await run.types(keys.enter, "Assigned Overlock")
    expect(run.screen.text).toContain("Lock 1000 0003")
    await run.types("l", "Show the log of a lock")
    await leave(run)
  })

  it("asks for missing inputs page by page, and goes back with Backspace in an empty field", async () => {
    const run = await open()
    await run.types("activate a lock", "▸ Activate a lock")
    await run.types(keys.enter, "The 8 digits engraved on the lock")
    await run.types(`${there.registered[0]}${keys.enter}`, "Harbour Point")
    await run.types(keys.backspace, "The 8 digits engraved on the lock")
    await run.types(`${there.registered[0]}${keys.enter}`, "▸ Harbour Point")
    await run.types("maple s", "▸ Maple St")
    expect(run.screen.text).not.toContain("Maple Court")
    await run.types(keys.enter, "Active       yes")
    expect(run.screen.text).toMatch(/Facility +Maple St/)
    await leave(run)
    expect((await here.run(["locks", "show", there.registered[0], "--json", "facilityName"])).stdout).toContain(
      "Maple St"
    )
  })

  it("shows why a command failed", async () => {
    const run = await open()
    await run.types("show a lock", "▸ Show a lock")
    await run.types(keys.enter, "Lock:")
    await run.types(`B-114${keys.enter}`, "doesn't identify a lock")
    await leave(run)
  })

  it("shows the reason of a refused command, and does not run it", async () => {
    const agent = await place.signedIn(Role.id.CallCenterAgent)
    const run = await open(agent)
    await run.types("import a shipment", "Enter show why")
    await run.shows("⚿ Insufficient Permissions")
    expect(row(run, "Import a shipment")).toContain("⚿")
    expect(run.screen.text).not.toContain("▸")
    run.type(keys.enter)
    await run.types("s", "› import a shipments")
    await leave(run)
  })

  it("asks for a sign-in if there is no session", async () => {
    const fresh = place.machine()
    const run = new TerminalRun(fresh, [])
    await run.shows("Email:")
    await run.types(`${emailOf("acme", Role.id.Owner)}${keys.enter}`, "Password:")
    await run.types(`wrong-one${keys.enter}`, "Email or password is wrong.")
    await run.types(`${password}${keys.enter}`, empty)
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
    await run.types(keys.enter, empty)
    await leave(run)
    proxy.close()
  })

  it("wraps lines wider than the window", async () => {
    const run = await open()
    await run.types("show a facility", "▸ Show a facility")
    await run.types(keys.enter, "▸ Harbour Point")
    await run.types(`${"Maple ".repeat(20)}Omega${keys.enter}`, "Next: See lockdesk facilities ls.")
    expect(run.screen.text).toMatch(/Maple\n *Maple .*Omega'\./)
    await leave(run)
  })
})
