import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { shellWords } from "#cli/screens/shellWords.ts"
import { choose, clearPalette, leavePalette, openPalette } from "./support/palette.ts"
import { there } from "./support/place.ts"
import { place, sharePlace, user as here } from "./support/sharePlace.ts"
import { keys } from "./support/terminal.ts"

sharePlace(Role.id.Owner)

describe("a shell line in the palette", () => {
  it("runs exactly the named command with its quotes and options, with or without lockdesk, and refuses what the shell would refuse", async () => {
    const add = ["users", "add", "jules@new.example.com", "--first-name", "Jules", "--last-name", "Verne"]
    await here.run([...add, "--role", "Vendor"])
    const run = await openPalette(here)
    await choose(run, `locks set-status ${there.available} lost`, `Set the status of a lock: ${there.available} lost`)
    expect(run.screen.text).not.toContain("Reveal the combination:")
    await run.shows(/Status +Lost/)
    await clearPalette(run)
    await choose(run, "lockdesk users ls", "List team users")
    await run.shows("NAME")
    await clearPalette(run)
    await run.types("undo a job", "▸ Undo a job")
    await clearPalette(run)
    await run.types("users edit 'Jules Verne' --role Personnel", "▸ Edit a user: 'Jules Verne' --role Personnel")
    expect(run.screen.text).not.toContain("Only a filter can be excluded")
    await run.types(keys.enter, /Role +Personnel/)
    await clearPalette(run)
    await choose(run, "facilities rm 'Maple Court' --dry-run", "Delete a facility: 'Maple Court' --dry-run")
    await run.shows("Dry run: nothing was changed.")
    await clearPalette(run)
    await run.types("locks set-status --stauts lost", "⚿ There is no option --stauts.")
    await run.types(keys.enter, "Set the status of a lock: --stauts lost")
    await leavePalette(run)
    expect((await here.run(["facilities", "ls"])).stdout).toContain("Maple Court")
  })
})

describe("names in the palette", () => {
  it("finds people by name, and lists them", async () => {
    const email = "perry@new.example.com"
    await here.run(["users", "add", email, "--first-name", "Perry", "--last-name", "Nolander", "--role", "Vendor"])
    const run = await openPalette(here)
    await run.types("users edit Perry Nolander", `▸ Edit a user: ${email}`)
    await clearPalette(run)
    await choose(run, "deactivate Perry Nol", `Deactivate a user: ${email}`)
    await run.shows(/Perry Nolander.*/)
    await run.types(keys.escape, "› deactivate Perry Nol")
    await clearPalette(run)
    await choose(run, "deactivate a user", "Deactivate a user")
    await run.shows(`Perry Nolander · ${email}`)
    await run.types(`nolan${keys.enter}`, "Press Enter again")
    run.type(keys.enter)
    const listed = async () => JSON.parse((await here.run(["users", "ls", "--all", "--json", "email,status"])).stdout)
    await expect.poll(listed).toContainEqual({ email, status: false })
    await leavePalette(run)
  })

  it("distinguishes API keys with the same name by number", async () => {
    for (const name of ["X", "X2", "Y"]) await here.run(["api-keys", "create", name, "--all-facilities"])
    // As in databases from before names were checked.
    await place.server.sql((sql) => sql`UPDATE api_keys SET name = 'X' WHERE name = 'X2'`)
    const run = await openPalette(here)
    await choose(run, "revoke an api key", "Revoke an API key")
    await run.shows(/\d+ · X/)
    expect(run.screen.text).toMatch(/[▸ ] +Y$/m)
    const [, last] = [...run.screen.text.matchAll(/(\d+) · X/g)].map(([, number]) => Number(number))
    await run.types(keys.down, `▸ ${last} · X`)
    await run.types(keys.enter, "Press Enter again")
    await run.types(keys.enter, /Revoked/i)
    await leavePalette(run)
    const { stdout } = await here.run(["api-keys", "ls", "--json", "id,revokedOn"])
    const revoked = (JSON.parse(stdout) as ReadonlyArray<{ id: number; revokedOn: string | null }>).filter(
      ({ revokedOn }) => revokedOn !== null
    )
    expect(revoked.map(({ id }) => id)).toEqual([last])
  })
})

describe("shell words", () => {
  it.each([
    ["users edit Jules", ["users", "edit", "Jules"]],
    [' a  \'b c\' "d \\"e\\" \\n" ', ["a", "b c", 'd "e" \\n']],
    ["it\\'s a\\ b", ["it's", "a b"]],
    ["--name='' ''", ["--name=", ""]],
    ["'not closed", ["not closed"]],
    ["", []]
  ])("of %j", (line, words) => {
    expect(shellWords(line)).toEqual(words)
  })
})
