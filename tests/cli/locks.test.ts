import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { errorOf, type Machine } from "./support/lockdesk.ts"
import { codeOf, there } from "./support/place.ts"
import { place, sharePlace, user as admin } from "./support/sharePlace.ts"

describe("locks in the terminal, piped", () => {
  sharePlace(Role.id.Admin)

  it("lists rows on stdout, and says on stderr what was left out", async () => {
    const cut = await admin.run(["locks", "ls", "--limit", "2"])
    expect(cut).toMatchObject({ code: 0, stderr: "2 of 4 · --all for all, --search to narrow\n" })
    expect(cut.stdout).toMatch(/^SERIAL CODE +FACILITY +UNIT +STATUS/)
    expect(cut.stdout.trimEnd().split("\n")).toHaveLength(3)
    const quiet = await admin.run(["locks", "ls", "--limit", "2", "--quiet"])
    expect(quiet).toMatchObject({ code: 0, stderr: "", stdout: cut.stdout })
    const none = await admin.run(["locks", "ls", "--status", "Lost"])
    expect(none).toMatchObject({ code: 0, stdout: "", stderr: "No locks.\n" })
  })

  it("prints JSON and NDJSON with the requested fields", async () => {
    const json = await admin.run(["locks", "ls", "--unit", "B-115", "--json", "serialCode,unitNumber"])
    expect(JSON.parse(json.stdout)).toEqual(there.twins.map((serialCode) => ({ serialCode, unitNumber: "B-115" })))
    const spoken = await admin.run(["locks", "find", "unit B-115", "--ndjson"])
    expect(spoken.stdout).not.toBe("")
    expect(spoken).toEqual(await admin.run(["locks", "find", "b115", "--ndjson"]))
    const lines = await admin.run(["locks", "find", "B-115", "--ndjson"])
    const rows = lines.stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))
    expect(rows.map((row) => row.serialCode)).toEqual(there.twins)
    expect((await admin.run(["locks", "ls", "--status", "Lost", "--json"])).stdout).toBe("[]\n")
    const all = await admin.run(["locks", "show", there.available, "--json"])
    expect(JSON.parse(all.stdout)).toMatchObject({ serialCode: there.available, unlockCode: null })
  })

  it("refuses an unknown field, suggesting the closest", async () => {
    const ended = await admin.run(["locks", "ls", "--json", "serialcode"])
    expect(ended).toMatchObject({ code: 2, stdout: "" })
    expect(errorOf(ended)["message"]).toBe("The output has no field 'serialcode'. Did you mean 'serialCode'?")
  })

  it("shows a lock by its serial code, its id, and its unit", async () => {
    const bySerial = await admin.run(["locks", "show", there.overlocked, "--json", "lockID,unitNumber"])
    const { lockID, unitNumber } = JSON.parse(bySerial.stdout)
    expect(unitNumber).toBe("B-114")
    expect((await admin.run(["locks", "show", `#${lockID}`, "--json", "lockID,unitNumber"])).stdout).toBe(
      bySerial.stdout
    )
    const byUnit = ["locks", "show", "b-114", "--facility", "maple st", "--json", "lockID,unitNumber"]
    expect((await admin.run(byUnit)).stdout).toBe(bySerial.stdout)
  })

  it("finds a facility by its usual short name, or explains why not", async () => {
    const find = (facility: string) => admin.run(["locks", "ls", "--facility", facility, "--json", "serialCode"])
    expect(JSON.parse((await find("Maple St")).stdout)).toHaveLength(4)
    expect(JSON.parse((await find("harb")).stdout)).toHaveLength(0)
    const several = await find("maple")
    expect(several).toMatchObject({ code: 7, stdout: "" })
    expect(errorOf(several)).toMatchObject({
      code: "AmbiguousFacility",
      candidates: [expect.stringContaining("Maple Court"), expect.stringContaining("Maple St")]
    })
    const none = await find("Mapel Court")
    expect([none.code, errorOf(none)["message"]]).toEqual([
      6,
      "You have no facility 'Mapel Court'. Did you mean 'Maple Court'?"
    ])
  })

  it("uses the facility in the settings by default", async () => {
    const own = await place.signedIn(Role.id.Admin)
    expect((await own.run(["config", "set", "facility", "Harbour Point"])).code).toBe(0)
    expect((await own.run(["config", "get", "facility"])).stdout).toBe("Harbour Point\n")
    expect((await own.run(["locks", "ls"])).stderr).toBe("No locks.\n")
    expect((await own.run(["locks", "ls", "--facility", "Maple St", "--limit", "1"])).stderr).toBe(
      "1 of 4 · --all for all, --search to narrow\n"
    )
    expect((await own.run(["config", "set", "facility", ""])).code).toBe(0)
    expect((await own.run(["locks", "ls", "--limit", "1"])).stderr).toBe("1 of 4 · --all for all, --search to narrow\n")
  })

  it("never acts on a lock whose name only partly matches", async () => {
    const unknown = await admin.run(["locks", "show", "19999999"])
    expect(unknown).toMatchObject({ code: 6, stdout: "" })
    expect(errorOf(unknown)["code"]).toBe("LockNotFound")
    const part = await admin.run(["locks", "show", "1000000"])
    expect([part.code, errorOf(part)["field"]]).toEqual([2, "lock"])
    const twins = await admin.run(["locks", "log", "B-115", "--facility", "Maple St"])
    expect([twins.code, errorOf(twins)["code"]]).toEqual([7, "AmbiguousLock"])
    expect(errorOf(twins)["candidates"]).toEqual(there.twins.map((serial) => expect.stringContaining(serial)))
  })

  it("activates a lock, and changes nothing the second time", async () => {
    const [serial] = there.registered
    const activate = ["locks", "activate", serial, "--facility", "Maple St"]
    const dry = await admin.run([...activate, "--dry-run", "--json"])
    expect(dry).toMatchObject({ code: 0, stderr: "Dry run: nothing was changed.\n" })
    expect(JSON.parse(dry.stdout)).toMatchObject({ serialCode: serial, facilityName: "Maple St" })
    const done = await admin.run([...activate, "--json", "serialCode,facilityName"])
    expect(JSON.parse(done.stdout)).toEqual({ serialCode: serial, facilityName: "Maple St" })
    const again = await admin.run(activate)
    expect(again).toMatchObject({ code: 0, stderr: "Unchanged: already set.\n" })
    const elsewhere = ["locks", "activate", serial, "--facility", "Harbour Point"]
    for (const more of [[], ["--dry-run"]]) {
      const refused = await admin.run([...elsewhere, ...more])
      expect(refused).toMatchObject({ code: 7, stdout: "" })
      expect(errorOf(refused)).toMatchObject({
        code: "LockAlreadyActive",
        message: "This lock is already activated at Maple St",
        requestId: expect.stringMatching(/./)
      })
    }
    const unknown = await admin.run(["locks", "activate", "19999999", "--facility", "Maple St"])
    expect([unknown.code, errorOf(unknown)["code"]]).toEqual([6, "SerialNotFound"])
    expect((await admin.run(["locks", "log", serial])).stdout).toContain("Activated at Maple St")
  })

  it("names a missing or invalid input", async () => {
    const missing = await admin.run(["locks", "activate", there.registered[1]])
    expect([missing.code, errorOf(missing)["field"]]).toEqual([2, "facilityID"])
    const wrong = await admin.run(["locks", "activate", "1234567", "--facility", "Maple St"])
    expect([wrong.code, errorOf(wrong)["message"]]).toEqual([2, "Serial Code must be 8 digits."])
    const taken = await admin.run(["locks", "find", "--json", "unitNumber"])
    expect([taken.code, errorOf(taken)["next"]]).toEqual([2, expect.stringContaining("--json took 'unitNumber'")])
    const word = await admin.run(["locks", "find", "--json", "maple"])
    expect([word.code, errorOf(word)["next"]]).toEqual([2, expect.stringContaining("put --json at the end")])
  })

  it("reveals without a terminal only with --unmask", async () => {
    const masked = await admin.run(["locks", "reveal", there.overlocked, "--reason", "1"])
    expect(masked).toMatchObject({ code: 2, stdout: "" })
    expect(errorOf(masked)["field"]).toBe("unmask")
    const before = (await admin.run(["audit", "ls", "--subject", there.overlocked, "--json"])).stdout
    expect(before).toBe("[]\n")

    const shown = await admin.run(["locks", "reveal", there.overlocked, "--reason", "1", "--unmask", "--json"])
    expect(JSON.parse(shown.stdout)).toMatchObject({
      serialCode: there.overlocked,
      unlockCode: codeOf(there.overlocked)
    })
    expect(shown.stderr).toBe("")
    const record = JSON.parse((await admin.run(["audit", "ls", "--subject", there.overlocked, "--json"])).stdout)
    expect(record).toHaveLength(1)
    expect(record[0].payload).toContain("Remove Overlock")

    const dry = await admin.run(["locks", "reveal", there.overlocked, "--reason", "2", "--unmask", "--dry-run"])
    expect([dry.code, dry.stdout]).toEqual([2, ""])
    expect(errorOf(dry)["message"]).toBe("locks reveal doesn't support --dry-run.")
    expect(JSON.parse((await admin.run(["audit", "ls", "--subject", there.overlocked, "--json"])).stdout)).toHaveLength(
      1
    )
  })

  it("requires a valid reason", async () => {
    const reveal = (...more: ReadonlyArray<string>) =>
      admin.run(["locks", "reveal", there.available, "--unmask", ...more])
    const none = await reveal()
    expect([none.code, errorOf(none)["field"]]).toEqual([2, "reason"])
    const refused: ReadonlyArray<[string, string]> = [
      ["5", "Reason 5 needs an explanation."],
      ["other", "A reveal needs a reason of at most 500 characters."],
      ["9", "There is no reason 9."]
    ]
    for (const [reason, message] of refused) {
      const ended = await reveal("--reason", reason)
      expect([ended.code, errorOf(ended)["message"]]).toEqual([2, message])
    }
    expect((await reveal("--reason", "Gate left open")).stdout).toContain(codeOf(there.available))
  })

  it("explains refusals, before and after the call", async () => {
    const restricted = await place.signedIn(Role.id.RestrictedPersonnel)
    const reveal = await restricted.run(["locks", "reveal", there.available, "--reason", "1", "--unmask"])
    expect(reveal).toMatchObject({ code: 5, stdout: "" })
    expect(errorOf(reveal)["code"]).toBe("RevealDenied")
    const mayI = await restricted.run(["can-i", "locks.reveal", "--json"])
    expect(mayI.code).toBe(5)
    expect(JSON.parse(mayI.stdout)).toMatchObject({ allowed: false, code: "RevealDenied" })
    expect(JSON.parse((await admin.run(["can-i", "locks reveal", there.available, "--json"])).stdout)).toMatchObject({
      allowed: true,
      reason: null
    })
    const agent = await place.signedIn(Role.id.CallCenterAgent)
    // A target is read as what the command acts on.
    const targets: ReadonlyArray<readonly [machine: Machine, args: ReadonlyArray<string>, code: number, says: string]> =
      [
        [admin, ["facilities edit", "Maple St"], 0, "yes"],
        [admin, ["facilities transfer", "1"], 0, "yes"],
        [admin, ["facilities.edit", "Nowhere"], 6, "You have no facility 'Nowhere'."],
        [agent, ["facilities edit", "Maple St"], 5, "no"],
        [admin, ["returns.history", "Maple St"], 0, "yes"],
        [admin, ["users edit", "owner@acme.example.com"], 5, "no"],
        [admin, ["users edit", "0"], 6, "No user in your company matches '0'."],
        [admin, ["jobs show", "12"], 0, "yes"],
        [admin, ["jobs show", "Maple St"], 2, "Job"],
        [admin, ["locks activate", there.registered[1] ?? ""], 0, "yes"],
        [admin, ["whoami", "1"], 2, "'auth.whoami' doesn't act on one thing, so it can't be checked for '1'."]
      ]
    for (const [machine, args, code, says] of targets) {
      const asked = await machine.run(["can-i", ...args])
      expect([args, asked.code, asked.stdout + asked.stderr]).toEqual([args, code, expect.stringContaining(says)])
    }
    const activate = await agent.run(["locks", "activate", there.registered[1], "--facility", "Maple St"])
    expect([activate.code, errorOf(activate)["message"]]).toEqual([
      5,
      "Insufficient Permissions: this needs Write on Activate Locks."
    ])
    // Finding the user needs Read, which wouldn't be enough.
    const deactivate = await (
      await place.signedIn(Role.id.RestrictedPersonnel)
    ).run(["users", "deactivate", "1", "--yes"])
    expect([deactivate.code, errorOf(deactivate)["message"]]).toEqual([
      5,
      "Insufficient Permissions: this needs Write on Users."
    ])
    expect((await place.machine().run(["can-i", "locks.reveal"])).code).toBe(4)
    expect((await admin.run(["can-i", "locks", "reveal"])).code).toBe(0)
    expect((await admin.run(["can-i", "locks", "reveal", there.available])).code).toBe(0)
    expect(errorOf(await admin.run(["can-i", "locks", "revel"]))["message"]).toBe(
      "There is no command 'locks revel'. Did you mean 'locks reveal'?"
    )
    const typo = await admin.run(["can-i", "locks.reveel"])
    expect([typo.code, errorOf(typo)["message"]]).toEqual([
      6,
      "There is no command 'locks.reveel'. Did you mean 'locks reveal'?"
    ])
  })

  it("stores a combination in no file and no server log", async () => {
    const own = await place.signedIn(Role.id.Owner)
    const { stdout } = await own.run(["locks", "reveal", there.twins[0], "--reason", "2", "--unmask"])
    expect(stdout).toContain(codeOf(there.twins[0]))
    const { readdirSync, readFileSync, statSync } = await import("node:fs")
    const files = readdirSync(own.work, { recursive: true, encoding: "utf8" }).map((name) => `${own.work}/${name}`)
    const texts = files.filter((file) => statSync(file).isFile()).map((file) => readFileSync(file, "latin1"))
    expect(texts.length).toBeGreaterThan(0)
    const code = new RegExp(`(?<!\\d)${codeOf(there.twins[0])}(?!\\d)`)
    expect(texts.filter((text) => code.test(text))).toEqual([])
    expect(place.server.logged()).not.toMatch(code)
  })

  it("says when --facility has no effect", async () => {
    expect((await admin.run(["users", "ls", "--facility", "Maple St"])).stderr).toContain("--facility has no effect on")
    const { stdout, stderr } = await admin.run(["facilities", "show", "Maple Court", "--facility", "Maple St"])
    expect(stdout).toContain("Maple Court")
    expect(stderr).toContain("--facility has no effect on facilities show.")
  })
})
