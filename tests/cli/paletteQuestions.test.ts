import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { emailOf, password } from "../support/fixture.ts"
import { choose, leavePalette, openPalette } from "./support/palette.ts"
import { there } from "./support/place.ts"
import { file, place, sharePlace, user as here } from "./support/sharePlace.ts"
import { keys } from "./support/terminal.ts"

const again = "Press Enter again to confirm, Esc to go back."

describe("a palette command that asks while it runs", () => {
  sharePlace(Role.id.Owner)

  const stdout = async (...args: ReadonlyArray<string>): Promise<string> => (await here.run(args)).stdout
  const times = (text: string, part: string): number => text.split(part).length - 1

  it("shows the consequence of a dangerous command, and ignores an Enter typed before", async () => {
    await here.run(["profile", "add", "work", "--host", "https://console.example.com"])
    const run = await openPalette(here)
    await choose(run, "remove a profile", "Remove a profile")
    await run.shows("Name:")
    await run.types(`work${keys.enter}${keys.enter}${keys.enter}`, again)
    expect(run.screen.text).toContain("Profile work and its saved session will be removed.")
    expect(await stdout("profile", "ls", "--json", "name")).toContain("work")
    await run.types(keys.enter, "Removed profile work.")
    await leavePalette(run)
    expect(await stdout("profile", "ls", "--json", "name")).not.toContain("work")
  })

  it("changes nothing after Esc in the confirmation, and shows no result", async () => {
    const run = await openPalette(here)
    await choose(run, "delete a facility", "Delete a facility")
    await run.shows("▸ Harbour Point")
    await run.types(`maple court`, "▸ Maple Court")
    await run.types(keys.enter, again)
    expect(run.screen.text).toContain("Maple Court will be deleted.")
    await run.types(keys.escape, "▸ Harbour Point")
    expect(run.screen.text).not.toContain("Canceled")
    await leavePalette(run)
    expect(await stdout("facilities", "ls", "--json", "facilityName")).toContain("Maple Court")
  })

  it("offers inactive facilities only where they can be used", async () => {
    const activate = (active: boolean) =>
      place.server.sql((sql) => sql`UPDATE facilities SET is_active = ${active} WHERE name = 'Harbour Point'`)
    await activate(false)
    const run = await openPalette(here)
    await choose(run, `transfer ${there.available}`, "Transfer a lock to another facility: 1000 0001")
    await run.shows("▸ Maple Court")
    expect(run.screen.text).not.toContain("Harbour Point")
    await leavePalette(run)
    const other = await openPalette(here)
    await choose(other, "delete a facility", "Delete a facility")
    await other.shows("▸ Harbour Point")
    await leavePalette(other)
    await activate(true)
  })

  it("reads a lock's new combination without echo", async () => {
    const run = await openPalette(here)
    await choose(run, `set code ${there.available}`, "Change the combination of a lock: 1000 0001")
    await run.shows("Combination:")
    await run.types("8265", "Combination: ••••")
    await run.types(keys.enter, /Status +Available/)
    expect(run.screen.raw).not.toContain("8265")
    await leavePalette(run)
    const revealed = await stdout(
      "locks",
      "reveal",
      there.available,
      "--reason",
      "2",
      "--unmask",
      "--json",
      "unlockCode"
    )
    expect(JSON.parse(revealed)).toEqual({ unlockCode: "8265" })
  })

  it("asks for passwords one after another", async () => {
    const vendor = await place.signedIn(Role.id.Vendor)
    const run = await openPalette(vendor)
    await choose(run, "change password", "Change Password")
    await run.shows("Current password:")
    run.type(`${password}${keys.enter}`)
    for (const label of ["New password:", "Confirm new password:"]) {
      await run.shows(label)
      run.type(`correct-horse${keys.enter}`)
    }
    await run.shows("Other sessions are signed out.")
    await leavePalette(run)
    const login = ["auth", "login", "--email", emailOf("acme", Role.id.Vendor)]
    expect((await place.machine().run(login, { stdin: "correct-horse" })).code).toBe(0)
  })

  it("shows the plan of an import above its confirmation, once, and then the result", async () => {
    writeFileSync(
      join(here.work, "team.csv"),
      "Email,First name,Last name,Role\np1@new.example.com,Perry,Nolander,Vendor\n"
    )
    const run = await openPalette(here)
    await choose(run, "import users", "Import users")
    await run.shows("File:")
    await run.types(`team.csv${keys.enter}`, again)
    expect(run.screen.text).toMatch(/First name +First Name \(exact\)/i)
    await run.types(keys.enter, /Added +1/)
    expect(run.screen.text).not.toContain("(exact)")
    await leavePalette(run)
    expect(await stdout("users", "ls", "--json", "email")).toContain("p1@new.example.com")
  })

  it("shows the plan of an undo once", async () => {
    file("lost.csv", `serialCode\n${there.twins.join("\n")}\n`)
    const lost = await here.run(["locks", "set-status", "lost", "--file", "lost.csv", "--yes", "--json", "jobID"])
    const { jobID } = JSON.parse(lost.stdout) as { readonly jobID: number }
    const run = await openPalette(here)
    await choose(run, "undo a job", "Undo")
    await run.shows("Job:")
    await run.types(`${jobID}${keys.enter}`, again)
    expect(times(run.screen.text, "2 locks")).toBe(1)
    await run.types(keys.escape, "The number of a job")
    await leavePalette(run)
  })
})
