import { existsSync, mkdirSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { makeFacility } from "../support/fixture.ts"
import { errorOf } from "./support/lockdesk.ts"
import { file, place, read, sharePlace, user as owner } from "./support/sharePlace.ts"
import type { TestServer } from "../support/testServer.ts"

const header = "Email,First name,Last name,Role"

describe("importing users from the terminal", () => {
  sharePlace(Role.id.Owner)

  const run = (...args: ReadonlyArray<string>) => owner.run(["users", "import", ...args])
  const facts = (stdout: string) => JSON.parse(stdout) as Record<string, unknown>
  const sql: TestServer["sql"] = (use) => place.server.sql(use)
  const added = async () =>
    (
      await sql(
        (sql) => sql<{ email: string }>`SELECT email FROM users WHERE email LIKE 't%@new.example.com' ORDER BY email`
      )
    ).map(({ email }) => email)

  it("plans a file without changes, imports it with a job, and accepts the fixed failed rows", async () => {
    const team = file("team.csv", [header, "t1@new.example.com,T,One,Vendor", "t2@new.example.com,T,Two,King"])
    const dry = await run(team, "--dry-run", "--json")
    expect([dry.code, facts(dry.stdout)]).toMatchObject([
      8,
      { importID: null, rows: 2, created: 1, failed: 1, errorsFile: "team.errors.csv", dryRun: true }
    ])
    expect(dry.stderr).toContain("1 user will be added and invited; 1 row fails and won't be imported.")
    expect(dry.stderr).toContain(
      "Row 3: Role: expected a role you can assign: Admin, Personnel, Call Center Agent, Restricted Personnel, Owner, Vendor, found 'King'. Correct the Role."
    )
    expect(dry.stderr).not.toContain("could not be deleted")
    expect(await added()).toEqual([])
    const unsure = await run(team, "--no-input")
    expect(unsure.code).toBe(2)
    expect(unsure.stderr.match(/will be added/g)).toHaveLength(1)
    const done = await run(team, "--resume", "--yes", "--json")
    expect([done.code, facts(done.stdout)]).toMatchObject([8, { created: 1, failed: 1, dryRun: false }])
    expect(done.stderr.match(/will be added/g)).toHaveLength(1)
    expect(await added()).toEqual(["t1@new.example.com"])
    const undo = await owner.run(["jobs", "undo", String(facts(done.stdout)["importID"]), "--yes"])
    expect([undo.code, errorOf(undo)]).toMatchObject([
      7,
      {
        message: "Imports of users can't be undone.",
        next: "Deactivate the users it added, and edit the ones it updated."
      }
    ])
    const errors = read("team.errors.csv")
    expect(errors).toContain("Role: expected a role you can assign: ")
    expect(errors).not.toContain("Super Admin")
    const fixed = file("team.errors.csv", [errors.replace("King", "Vendor")])
    const again = await run(fixed, "--yes", "--json")
    expect([again.code, facts(again.stdout)]).toMatchObject([0, { rows: 1, created: 1, failed: 0, errorsFile: null }])
    const nothing = await run(file("same.csv", [header, "t1@new.example.com,T,One,Vendor"]), "--yes", "--json")
    expect([nothing.code, facts(nothing.stdout)]).toMatchObject([0, { unchanged: 1, created: 0 }])
    // An import with nothing to do leaves nothing to finish.
    const jobs = await owner.run(["jobs", "ls", "--json", "kind,state"])
    expect(JSON.parse(jobs.stdout)).toEqual([
      { kind: "importUsers", state: "done" },
      { kind: "importUsers", state: "done" },
      { kind: "importUsers", state: "done" }
    ])
  })

  it("never replaces a file of failed rows that someone fixed", async () => {
    const crew = file("crew.csv", [
      header,
      "crew3@new.example.com,T,Three,Personel",
      "crew4@new.example.com,T,Four,Vendor"
    ])
    const dry = await run(crew, "--dry-run")
    expect(dry.stderr).toContain(
      "The failed rows are in crew.errors.csv, each with its error. Fix them there, then run this: lockdesk users import crew.errors.csv\n"
    )
    const fixed = read("crew.errors.csv").replace("Personel,", "Vendor,")
    file("crew.errors.csv", [fixed])
    const done = await run(crew, "--yes", "--json")
    expect([done.code, facts(done.stdout)]).toMatchObject([
      8,
      { created: 1, failed: 1, errorsFile: "crew.errors-2.csv" }
    ])
    expect(done.stderr).toContain("crew.errors.csv already exists with other content, so it was left as it is.")
    expect(done.stderr).toContain("then run this: lockdesk users import crew.errors-2.csv\n")
    expect(read("crew.errors.csv")).toBe(fixed)
    const errors = read("crew.errors-2.csv")
    expect(errors).toContain("crew3@new.example.com,T,Three,Personel,")
    // The same failed rows are not written twice.
    expect(facts((await run(crew, "--yes", "--json")).stdout)).toMatchObject({ errorsFile: "crew.errors-2.csv" })
    expect(read("crew.errors-2.csv")).toBe(errors)
    expect(existsSync(join(owner.work, "crew.errors-3.csv"))).toBe(false)
    const again = await run("crew.errors.csv", "--yes", "--json")
    expect([again.code, facts(again.stdout)]).toMatchObject([0, { created: 1, failed: 0 }])
  })

  it("prints its result even if the failed rows can't be written", async () => {
    const shut = file("shut.csv", [
      header,
      "crew5@new.example.com,T,Five,Personel",
      "crew6@new.example.com,T,Six,Vendor"
    ])
    mkdirSync(join(owner.work, "shut.errors.csv"))
    const done = await run(shut, "--yes", "--json")
    expect([done.code, facts(done.stdout)]).toMatchObject([8, { created: 1, failed: 1, errorsFile: null }])
    expect(errorOf(done)).toMatchObject({
      code: "CannotWrite",
      message: expect.stringMatching(/^The failed rows couldn't be written to shut\.errors\.csv: EISDIR/),
      next: `Make sure that it can be written, then print them with lockdesk jobs show ${facts(done.stdout)["importID"]} --failed.`
    })
    const shown = await owner.run(["jobs", "show", String(facts(done.stdout)["importID"]), "--failed"])
    expect([shown.code, shown.stdout]).toEqual([0, expect.stringContaining("crew5@new.example.com")])
  })

  it("numbers rows as a spreadsheet does if a cell has line breaks, in the messages and the errors file", async () => {
    const lines = [
      '"Email",First name,Last name,Role',
      't7@new.example.com,"Ann\r\nMarie",Seven,Vendor',
      "",
      "t8@new.example.com,T,Eight,Vendor",
      "t8@new.example.com,T,Eight,Vendor",
      "t9@new.example.com,T,Nine,King"
    ]
    const dry = await run(file("broken.csv", lines), "--dry-run", "--json")
    expect(dry.stderr).toContain("Row 6: Role: expected a role you can assign")
    expect(read("broken.errors.csv")).toContain("Row 4")
  })

  it("accepts lists of facilities in a file and in --facilities, separated by semicolons or commas", async () => {
    await place.server.run(makeFacility(place.companyID, "Elm St, North"))
    const lists: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
      ["Maple St; Harbour Point", ["Harbour Point", "Maple St"]],
      ["Maple St, Harbour Point", ["Harbour Point", "Maple St"]],
      ["Elm St, North;Maple St", ["Elm St, North", "Maple St"]],
      ["Elm St, North", ["Elm St, North"]]
    ]
    const rows = lists.map(([list], at) => `t2${at}@new.example.com,T,List,Personnel,"${list}"`)
    const done = await run(file("lists.csv", [`${header},Facilities`, ...rows]), "--yes", "--json")
    expect([done.code, facts(done.stdout)]).toMatchObject([0, { created: lists.length, failed: 0 }])
    const list = async <Row>(noun: string, fields: string) =>
      JSON.parse((await owner.run([noun, "ls", "--json", fields])).stdout) as ReadonlyArray<Row>
    const nameOf = new Map(
      (await list<{ facilityID: number; facilityName: string }>("facilities", "facilityID,facilityName")).map(
        ({ facilityID, facilityName }) => [facilityID, facilityName]
      )
    )
    const facilitiesOf = async (email: string) =>
      (await list<{ email: string; facilityIDs: ReadonlyArray<number> }>("users", "email,facilityIDs"))
        .find((user) => user.email === email)
        ?.facilityIDs.map((id) => nameOf.get(id))
        .toSorted()
    for (const [nth, [typed, names]] of lists.entries()) {
      expect([typed, await facilitiesOf(`t2${nth}@new.example.com`)]).toEqual([typed, names])
      expect((await owner.run(["users", "edit", "t20@new.example.com", "--facilities", typed])).code).toBe(0)
      expect([typed, await facilitiesOf("t20@new.example.com")]).toEqual([typed, names])
    }
    const wrong = await owner.run(["users", "edit", "t20@new.example.com", "--facilities", "Maple St; Nowhere"])
    expect([wrong.code, errorOf(wrong).message]).toEqual([6, "You have no facility 'Nowhere'."])
    for (const command of ["add", "edit", "import"]) {
      const help = await owner.run(["users", command, "--help"])
      expect(help.stdout.replace(/\s+/g, " ")).toContain("by name or id, separated by ; or ,")
    }
  })

  it("reads a pipe, and resumes an interrupted import", async () => {
    const piped = await owner.run(["users", "import", "-", "--yes", "--json"], {
      stdin: `${header}\nt3@new.example.com,T,Three,Vendor\n`
    })
    expect([piped.code, facts(piped.stdout)]).toMatchObject([0, { file: "stdin.csv", created: 1 }])
    const half = file("half.csv", [header, "t4@new.example.com,T,Four,Vendor"])
    expect((await run(half, "--no-input")).code).toBe(2)
    await sql((sql) => sql`UPDATE jobs SET state = 'applying' WHERE kind = 'importUsers' AND source = 'half.csv'`)
    const stopped = await run(half, "--yes", "--json")
    expect([stopped.code, errorOf(stopped).next]).toEqual([7, expect.stringContaining("--resume")])
    const resumed = await run(half, "--resume", "--yes", "--json")
    expect([resumed.code, facts(resumed.stdout)]).toMatchObject([0, { created: 1 }])
  })

  it("adds the same person again without a change, and says what to do about a different one", async () => {
    const add = (last: string) =>
      owner.run(["users", "add", "t9@new.example.com", "--first-name", "T", "--last-name", last, "--role", "Vendor"])
    const invitation = "Invitation for t9@new.example.com saved in the outbox. This server sends no email."
    const first = await add("Nine")
    expect([first.code, first.stderr]).toEqual([0, expect.stringContaining(invitation)])
    const again = await add("Nine")
    expect([again.code, again.stderr]).toEqual([0, expect.stringContaining("already on your team")])
    expect(again.stderr).not.toContain(invitation)
    const other = await add("Ten")
    expect([other.code, other.stderr]).toEqual([7, expect.stringContaining("They are on your team. Edit them")])
    const help = await owner.run(["users", "add", "--help"])
    expect(help.stdout).toContain("Restricted Personnel")
    expect(help.stdout).not.toMatch(/Super Admin|Site Admin/)
  })
})
