import { symlinkSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { Effect } from "effect"
import { beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { makeCompany, makeFacility } from "../support/fixture.ts"
import { bin, machine, type Machine } from "./support/lockdesk.ts"
import { there } from "./support/place.ts"
import { place, sharePlace, user as owner } from "./support/sharePlace.ts"
import { keys, TerminalRun } from "./support/terminal.ts"

/** A name in which every shell has something to quote. */
const odd = `Zed's "North" & Co: $5, 100% back\\slash`

/** As patient as the other tests: two busy cores are slower than a person's machine. */
const patient = { LOCKDESK_COMPLETION_TIMEOUT: "30" }

sharePlace(Role.id.Owner)
let site: Machine
beforeAll(async () => {
  await place.server.run(
    Effect.gen(function* () {
      yield* makeFacility(place.companyID, odd)
      const { companyID } = yield* makeCompany("Birch Boxes")
      yield* makeFacility(companyID, "Elm St")
    })
  )
  site = await place.signedIn(Role.id.SiteAdmin)
  symlinkSync(bin, join(owner.work, "lockdesk"))
})

const reply = async (on: Machine, ...args: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const ended = await on.run(["__complete", ...args], { env: patient })
  expect([ended.code, ended.stderr]).toEqual([0, ""])
  return ended.stdout.split("\n").slice(1, -1)
}

describe("completion of names", () => {
  it("offers facilities wherever a command takes one", async () => {
    const maples = ["Maple Court", "Maple St"]
    expect((await reply(owner, "fish", "locks", "activate", "--facility", "map")).toSorted()).toEqual(maples)
    expect((await reply(owner, "fish", "facilities", "show", "Map")).toSorted()).toEqual(maples)
    expect((await reply(owner, "fish", "fms", "test", "Maple St", "Map")).toSorted()).toEqual(maples)
    expect(await reply(owner, "fish", "locks", "ls", "--facility=Harb")).toEqual(["--facility=Harbour Point"])
  })

  it("continues a list of facilities, with the number of one whose name has a comma", async () => {
    const list = (typed: string) => reply(owner, "fish", "api-keys", "create", "Gate", "--facilities", typed)
    expect(await list('"Maple St, Map')).toEqual(["Maple St, Maple Court"])
    expect((await list('"Maple St;')).some((each) => /^Maple St;\d+\tZed's/.test(each))).toBe(true)
  })

  it("offers people, locks by the digits typed, and profiles", async () => {
    const people = await reply(owner, "fish", "users", "edit", "site-")
    expect(people).toContainEqual(expect.stringMatching(/^site-admin@acme\.example\.com\t./))
    expect(await reply(owner, "fish", "locks", "show", there.overlocked.slice(0, 7))).toContainEqual(
      `${there.overlocked}\tB-114 · Maple St`
    )
    expect(await reply(owner, "fish", "locks", "show", "")).toEqual([])
    await owner.run(["profile", "add", "work", "--host", "https://console.example.com"])
    expect(await reply(owner, "fish", "profile", "use", "")).toEqual(["work\thttps://console.example.com"])
    expect(await reply(owner, "fish", "locks", "ls", "--profile", "w")).toEqual(["work\thttps://console.example.com"])
  })

  it("offers companies, and the names in the chosen one", async () => {
    expect(await reply(site, "fish", "facilities", "ls", "--company", "bi")).toEqual(["Birch Boxes"])
    expect(await reply(site, "fish", "--company", "Birch Boxes", "locks", "ls", "--facility", "")).toEqual(["Elm St"])
    expect(await reply(owner, "fish", "facilities", "ls", "--company", "bi")).toEqual([])
  })

  it.each([
    ["lockdesk facilities show Ze", `Zed\\'s\\ \\"North\\"\\ \\&\\ Co:\\ \\$5,\\ 100%\\ back\\\\slash`],
    ["lockdesk facilities show 'Ze", `Zed'\\''s "North" & Co: $5, 100% back\\slash`],
    ['lockdesk facilities show "Ze', `Zed's \\"North\\" & Co: \\$5, 100% back\\\\slash`],
    // Bash replaces what follows the last colon, and an @ with what follows it.
    [`lockdesk facilities show Zed\\'s\\ \\"North\\"\\ \\&\\ Co:`, "\\ \\$5,\\ 100%\\ back\\\\slash"],
    ["lockdesk users edit site-admin@ac", "@acme.example.com"]
  ])("quotes names for bash after %s", async (line, found) => {
    expect(await reply(owner, "bash", line, " \t\n\"'@><=;|&(:")).toEqual([found])
  })

  it("escapes names for zsh, where a colon starts the description", async () => {
    expect(await reply(owner, "zsh", "facilities", "show", '"Ze')).toEqual([
      `Zed's "North" & Co\\: $5, 100% back\\\\slash`
    ])
  })

  it("completes in a real bash", async () => {
    const path = `${owner.work}:${owner.env["PATH"]}`
    const bash = new TerminalRun(owner, ["--norc", "-i"], { ...patient, PATH: path, PS1: "ready> " }, "bash")
    await bash.shows("ready>")
    await bash.types(`source <(lockdesk completion bash) && echo load'ed'${keys.enter}`, "loaded")
    await bash.types("lockdesk facilities sh\tZe\t", "facilities show Zed\\'s\\ \\\"North")
    await bash.types(keys.enter, `Name                 ${odd}`)
    // The second Tab lists what is possible, with descriptions.
    await bash.types("lockdesk locks set-\t\t", "set-status  (Set the status of a lock)")
    await bash.shows("ready> lockdesk locks set-")
    await bash.types(
      `${keys.eraseLine}lockdesk users edit site-admin@ac\t`,
      "lockdesk users edit site-admin@acme.example.com"
    )
    bash.type(`${keys.eraseLine}exit${keys.enter}`)
    await bash.ends()
  })

  it("offers nothing, without a message, when signed out, offline, or for an unknown profile or company", async () => {
    const line = ["fish", "locks", "ls", "--facility", ""]
    expect(await reply(place.machine(), ...line)).toEqual([])
    expect(await reply(owner, "fish", "locks", "ls", "--host", "http://127.0.0.1:1", "--facility", "")).toEqual([])
    expect(await reply(owner, "fish", "locks", "ls", "--profile", "none", "--facility", "")).toEqual([])
    expect(await reply(site, "fish", "locks", "ls", "--company", "none", "--facility", "")).toEqual([])
  })

  it("gives up on a server that doesn't respond", async () => {
    const silent = createServer(() => undefined)
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve))
    const here = machine(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`)
    const args = ["__complete", "fish", "locks", "ls", "--facility", ""]
    const ended = await here.runAlone(args, { env: { LOCKDESK_TOKEN: "t" } })
    expect(ended).toEqual({ code: 0, stdout: "words\n", stderr: "" })
    silent.closeAllConnections()
    silent.close()
    here.dispose()
  })
})
