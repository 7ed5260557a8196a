import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { makeCompany, makeFacility, makeLock } from "../support/fixture.ts"
import { errorOf, type Machine } from "./support/lockdesk.ts"
import { choose, clearPalette, leavePalette, openPalette } from "./support/palette.ts"
import { place, sharePlace, user as machine } from "./support/sharePlace.ts"
import { TerminalRun } from "./support/terminal.ts"

let maple = 0
const serial = "20000001"
sharePlace(Role.id.SiteAdmin)
beforeAll(async () => {
  maple = await place.server.run(
    Effect.gen(function* () {
      const { companyID } = yield* makeCompany("Maple Self Storage")
      yield* makeCompany("Maple Boxes")
      yield* makeCompany("maple")
      yield* makeCompany("Lapsed Storage", { paidThrough: null })
      const facilityID = yield* makeFacility(companyID, "Elm St")
      yield* makeLock({ companyID, facilityID, serial, code: "4711", status: LockStatus.id.Available })
      return companyID
    })
  )
})

const facilities = async (args: ReadonlyArray<string>, on = machine, env: Readonly<Record<string, string>> = {}) => {
  const ended = await on.run(["facilities", "ls", "--json", "facilityName", ...args], { env })
  return ended.code === 0 ? ended.stdout : { ...errorOf(ended), code: ended.code }
}

/** Saves a company while the server can't be reached to check it. */
const setUnchecked = async (on: Machine, company: string) => {
  const set = await on.run(["config", "set", "company", company, "--host", "http://127.0.0.1:1"])
  expect([set.code, set.stderr]).toEqual([
    0,
    expect.stringContaining(`company is now ${company}. It was not checked. Couldn't reach http://127.0.0.1:1`)
  ])
}

describe("lockdesk --company", () => {
  it("acts for a company by its name, a unique part of it, or its id", async () => {
    for (const named of ["Maple Self Storage", "maple  SELF", String(maple)]) {
      expect([named, await facilities(["--company", named])]).toEqual([named, expect.stringContaining("Elm St")])
    }
    expect(await facilities([])).not.toContain("Elm St")
    expect(JSON.parse((await machine.run(["whoami", "--json", "--company", "self storage"])).stdout)).toMatchObject({
      companyID: maple,
      companyName: "Maple Self Storage",
      ownCompanyName: "acme"
    })
  })

  it("opens the palette for that company at a terminal, and elsewhere says that a command is missing", async () => {
    const run = await openPalette(machine, ["--company", "self storage"])
    await run.shows("Acting for Maple Self Storage · ↑↓ select")
    await choose(run, "facilities ls", "List facilities")
    await run.shows("Elm St")
    await clearPalette(run)
    await choose(run, `locks show ${serial}`, `Show a lock: ${serial}`)
    await run.shows(/Facility +Elm St/)
    await leavePalette(run)
    const unknown = new TerminalRun(machine, ["--profile", "nowhere"])
    await unknown.shows("There is no profile 'nowhere'.")
    expect(await unknown.ends()).toBe(6)
    const ended = await machine.run(["--company", "self storage"])
    expect([ended.code, errorOf(ended)["message"]]).toEqual([2, "lockdesk needs a command."])
    const plain = new TerminalRun(machine, ["--company", "self storage", "--yes"])
    await plain.shows("lockdesk needs a command.")
    expect(await plain.ends()).toBe(2)
  })

  it("views as a role of that company", async () => {
    const viewing = async (...args: ReadonlyArray<string>) => {
      const { code, stdout } = await machine.run([...args, "--company", "self storage", "--json", "roleID,viewing"])
      return [code, JSON.parse(stdout || "null")] as const
    }
    const asVendor = [0, { roleID: Role.id.Vendor, viewing: { as: "Vendor" } }]
    expect(await viewing("view-as", "role", "Vendor")).toMatchObject(asVendor)
    expect(await viewing("whoami")).toMatchObject(asVendor)
    expect(await viewing("view-as", "end")).toMatchObject([0, { roleID: Role.id.SiteAdmin }])
  })

  it("can-i checks the plan and the locks of that company", async () => {
    const asks = async (...args: ReadonlyArray<string>) => {
      const { code, stdout } = await machine.run(["can-i", ...args, "--json", "allowed,code"])
      return [code, JSON.parse(stdout)] as const
    }
    expect(await asks("roles.set")).toEqual([0, { allowed: true, code: null }])
    expect(await asks("roles.set", "--company", "Lapsed Storage")).toEqual([
      5,
      { allowed: false, code: "FeatureNotIncluded" }
    ])
    expect(await asks("locks.show", serial, "--company", "Maple Self Storage")).toEqual([
      0,
      { allowed: true, code: null }
    ])
  })

  it("names the company of a lock that the current company doesn't have", async () => {
    const elsewhere = {
      code: "LockOfOtherCompany",
      message: `Lock ${serial} is at Maple Self Storage.`,
      next: "Add --company 'Maple Self Storage'."
    }
    for (const line of [
      ["locks", "find", serial],
      ["locks", "show", serial],
      ["locks", "reveal", serial, "--reason", "2", "--unmask"]
    ]) {
      const ended = await machine.run(line)
      expect([line, ended.code, errorOf(ended)]).toEqual([line, 6, expect.objectContaining(elsewhere)])
      expect((await machine.run([...line, "--company", "Maple Self Storage"])).stdout).toContain(serial)
    }
    expect((await machine.run(["locks", "find", "99999999"])).stderr).toBe("No locks.\n")
    const owner = await place.signedIn(Role.id.Owner)
    expect((await owner.run(["locks", "find", serial])).stderr).toBe("No locks.\n")
    expect(errorOf(await owner.run(["locks", "show", serial]))).toMatchObject({ code: "LockNotFound" })
  })

  it("refuses an ambiguous name, an unknown name, and a role that may not act for others", async () => {
    // An exact name takes precedence over parts of others.
    expect(await facilities(["--company", "maple"])).not.toContain("Elm St")
    expect(await facilities(["--company", "ple"])).toMatchObject({
      code: 7,
      message: "'ple' could be any of 3 companies. The company is set with --company."
    })
    expect(await facilities(["--company", "Oak"])).toMatchObject({
      code: 6,
      message: "There is no company 'Oak'. The company is set with --company.",
      next: "See lockdesk companies ls. To act for your own company, leave out --company."
    })
    const owner = await place.signedIn(Role.id.Owner)
    expect(await facilities(["--company", "Maple Self Storage"], owner)).toMatchObject({
      code: 5,
      message: expect.stringContaining("Insufficient Permissions: this needs the role Super Admin")
    })
    expect(await facilities([], owner)).toContain("Maple St")
    const set = await owner.run(["config", "set", "company", "Maple Self Storage"])
    expect([set.code, errorOf(set).message]).toEqual([5, expect.stringContaining("this needs the role Super Admin")])
    await setUnchecked(owner, "Maple")
    expect(await facilities([], owner)).toMatchObject({
      code: 5,
      message: expect.stringContaining("The company is set by the 'company' setting of profile default.")
    })
  })

  it("notes that another company has the name of a new or renamed one", async () => {
    const on = await place.signedIn(Role.id.SuperAdmin)
    const note = `Another company has the same name: ID ${maple}.`
    const create = (name: string, ...more: ReadonlyArray<string>) => {
      const owner = ["--owner-email", "o@twin.example.com", "--owner-first-name", "Bo", "--owner-last-name", "Twin"]
      return on.run(["companies", "create", name, ...owner, "--json", "companyID", ...more])
    }
    expect((await create("Maple Self Storage", "--dry-run")).stderr).toContain(note)
    const made = await create("Twin Storage")
    expect([made.code, made.stderr]).toEqual([0, ""])
    const { companyID } = JSON.parse(made.stdout) as { readonly companyID: number }
    const rename = (name: string) => on.run(["companies", "edit", String(companyID), "--name", name, "--json"])
    expect((await rename("Maple Self Storage")).stderr).toBe(`${note}\n`)
    expect((await rename("Twin Storage")).stderr).toBe("")
  })

  it("lists the ids of two companies with the same name, of which neither is guessed", async () => {
    const twins = await place.server.run(
      Effect.gen(function* () {
        const one = yield* makeCompany("Cedar")
        const other = yield* makeCompany("Cedar Yards")
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE companies SET name = 'Cedar' WHERE company_id = ${other.companyID}`
        yield* makeCompany("Cedar Boxes")
        yield* makeFacility(other.companyID, "Cedar St")
        return [one.companyID, other.companyID]
      })
    )
    const refused = await machine.run(["api-keys", "revoke", "1", "--yes", "--company", "cedar"])
    expect([refused.code, refused.stdout]).toEqual([7, ""])
    expect(refused.stderr).toContain("2 companies are named 'cedar'.")
    expect(refused.stderr).toContain("Use the ID instead.")
    expect(errorOf(refused)["candidates"]).toEqual(twins.map((id) => `${id}  Cedar`))
    expect(await facilities(["--company", String(twins[1])])).toContain("Cedar St")
    // A saved company stays the same one when another one gets its name.
    const on = await place.signedIn(Role.id.SuperAdmin)
    const save = async (company: string) => on.run(["config", "set", "company", company])
    expect(errorOf(await save("Cedar"))).toMatchObject({
      code: "AmbiguousCompany",
      candidates: twins.map((id) => `${id}  Cedar`)
    })
    expect((await save("Cedar Boxes")).code).toBe(0)
    await place.server.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`UPDATE companies SET name = 'Cedar Boxes' WHERE company_id = ${twins[1] ?? 0}`
      )
    )
    expect(await facilities([], on)).toBe("[]\n")
  })

  it("checks the company when it is saved as a setting, and suggests the closest names", async () => {
    const on = await place.signedIn(Role.id.SuperAdmin)
    const set = async (company: string) => on.run(["config", "set", "company", company])
    const wrong = async (company: string) => errorOf(await set(company))
    expect(await wrong("Mapel Self Storage")).toMatchObject({
      code: "CompanyNotFound",
      message: "There is no company 'Mapel Self Storage'. Did you mean 'Maple Self Storage'?"
    })
    expect(await wrong("Mapel")).toMatchObject({
      message: "There is no company 'Mapel'. Did you mean one of these?",
      candidates: expect.arrayContaining([`${maple}  Maple Self Storage`])
    })
    expect(await wrong("ple")).toMatchObject({ code: "AmbiguousCompany" })
    expect((await on.run(["config", "get", "company", "--json"])).stdout).toContain('"value":null')
    expect((await set("self")).stderr).toContain(`company is now Maple Self Storage (ID ${maple}).`)
    expect((await on.run(["config", "get", "company"])).stdout).toBe(`${maple}\n`)
    for (const listed of [await on.run(["config", "ls"]), await on.run(["profile", "ls"])]) {
      expect(listed.stdout).toContain(`Maple Self Storage (ID ${maple})`)
    }
    expect(await facilities([], on)).toContain("Elm St")
    expect((await set("")).stderr).toContain("company is back to its default.")
    expect(errorOf(await on.run(["config", "set", "facility", "Mapel St"]))).toMatchObject({
      code: "FacilityNotFound",
      message: expect.stringContaining("Did you mean 'Maple St'?")
    })
    const out = await place.machine().run(["config", "set", "company", "Nobody"])
    expect([out.code, out.stderr]).toEqual([
      0,
      expect.stringMatching(/company is now Nobody\. It was not checked\. .*sign/i)
    ])
  })

  it("is stored by its id in a new profile, and refused there if unknown", async () => {
    const on = await place.signedIn(Role.id.SiteCallCenterAgent)
    const add = (name: string, company: string, host = place.server.address) =>
      on.run(["profile", "add", name, "--host", host, "--company", company])
    expect(errorOf(await add("wrong", "Mapel Self Storage"))).toMatchObject({
      code: "CompanyNotFound",
      message: "There is no company 'Mapel Self Storage'. Did you mean 'Maple Self Storage'?"
    })
    expect(errorOf(await add("wrong", "Mapel"))).toMatchObject({
      candidates: expect.arrayContaining([`${maple}  Maple Self Storage`])
    })
    expect((await add("maple", "self")).code).toBe(0)
    expect((await on.run(["config", "get", "company", "--profile", "maple"])).stdout).toBe(`${maple}\n`)
    const listed = (await on.run(["profile", "ls"])).stdout
    expect(listed).toContain(`Maple Self Storage (ID ${maple})`)
    expect(listed).not.toContain("wrong")
    expect((await add("maple", String(maple))).stderr).toContain("already exists. Nothing to do.")
    // A server that can't be reached can't be asked.
    const elsewhere = await add("away", "Anyone", "https://away.invalid")
    expect([elsewhere.code, elsewhere.stderr]).toEqual([
      0,
      expect.stringMatching(/company was not checked\. Couldn't reach https:/)
    ])
  })

  it("uses the profile or LOCKDESK_COMPANY by default, and prefers the flag", async () => {
    const on = await place.signedIn(Role.id.SiteCallCenterAgent)
    expect(await facilities([], on, { LOCKDESK_COMPANY: "Maple Self Storage" })).toContain("Elm St")
    expect((await on.run(["config", "set", "company", "Maple Self Storage"])).code).toBe(0)
    expect(await facilities([], on)).toContain("Elm St")
    expect(await facilities(["--company", "acme"], on)).toContain("Maple St")
    // A saved company that no longer exists: the error says how to reset it.
    await setUnchecked(on, "Nobody")
    expect(await facilities([], on)).toMatchObject({
      code: 6,
      message: "There is no company 'Nobody'. The company is set by the 'company' setting of profile default.",
      next: expect.stringContaining("run: lockdesk config set company ''")
    })
    expect(await facilities([], on, { LOCKDESK_COMPANY: "Noone" })).toMatchObject({
      code: 6,
      message: "There is no company 'Noone'. The company is set in LOCKDESK_COMPANY.",
      next: expect.stringContaining("unset LOCKDESK_COMPANY")
    })
    expect((await on.run(["companies", "ls", "self", "--json", "companyName"])).stdout).toContain("Maple Self Storage")
    await on.run(["config", "set", "company", ""])
    expect(await facilities([], on)).toContain("Maple St")
  })

  it("names the company in the confirmation, and records the change in that company", async () => {
    const line = ["locks", "set-status", serial, "lost", "--company", String(maple)]
    const ended = await machine.run(line)
    expect([ended.code, ended.stderr]).toEqual([
      0,
      expect.stringContaining(`Acting for Maple Self Storage (${maple}).`)
    ])
    const owner = await place.server.enter("Maple Self Storage", Role.id.Owner)
    const { data } = await place.server.call(owner, (api) => api.audit.list({ query: { count: 1 } }))
    expect(data).toMatchObject([{ action: "locks.update", subject: serial, userCompanyName: "acme" }])
    // The same lock is unknown in the user's own company.
    expect(await machine.run(["locks", "show", serial])).toMatchObject({ code: 6 })
  })

  it("finds the company of a lock", async () => {
    const { stdout } = await machine.run(["companies", "find", serial, "--json"])
    expect(JSON.parse(stdout)).toEqual({ companyID: maple, companyName: "Maple Self Storage" })
    expect(await machine.run(["companies", "find", "99999999"])).toMatchObject({ code: 6 })
  })
})
