import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { bigDigits } from "#cli/screens/bigDigits.ts"
import { emailOf, password } from "../support/fixture.ts"
import { bin, type Machine } from "./support/lockdesk.ts"
import { codeOf, there } from "./support/place.ts"
import { file, place, sharePlace, user as admin } from "./support/sharePlace.ts"
import { keys, TerminalRun } from "./support/terminal.ts"

const reasonsShown = "1 to 5 to choose · Enter send · Esc cancel"

describe("at a terminal", () => {
  const at = (here: Machine, ...args: ReadonlyArray<string>) => new TerminalRun(here, args)
  const reveals = (): Promise<number> =>
    place.server.run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [row] = yield* sql<{
          n: number
        }>`SELECT count(*)::int AS n FROM audit_records WHERE action LIKE 'reveals.%'`
        return row?.n ?? 0
      })
    )

  sharePlace(Role.id.Admin)

  describe("prompts", () => {
    it("ask for missing inputs, and do not echo a password", async () => {
      const here = place.machine()
      const run = at(here, "auth", "login")
      await run.shows("Email")
      await run.types(`${emailOf("acme", Role.id.Admin)}${keys.enter}`, "Password")
      run.type(password)
      run.type(keys.enter)
      expect(await run.ends()).toBe(0)
      expect(run.screen.raw).not.toContain(password)
      expect(run.screen.text).toContain("Signed in to")
      expect((await here.run(["whoami"])).code).toBe(0)
    })

    it("break between words on a narrow screen, like all messages, and leave a command whole", async () => {
      const narrow = { COLUMNS: "34" }
      const asked = new TerminalRun(admin, ["users", "deactivate", emailOf("acme", Role.id.Personnel)], narrow)
      await asked.shows("Continue?")
      asked.type(keys.escape)
      expect(await asked.ends()).toBe(3)
      const failed = new TerminalRun(place.machine(), ["whoami"], narrow)
      expect(await failed.ends()).toBe(4)
      const lines = `${asked.screen.text}\n${failed.screen.text}`.split("\n")
      expect(lines).toContain("lockdesk auth login")
      expect(lines.filter((line) => line.length > 34)).toEqual([])
    })

    it("end with Esc (3), Ctrl+D (3) and Ctrl+C (130), and nothing is changed", async () => {
      for (const [key, code] of [
        [keys.escape, 3],
        ["\u0004", 3],
        [keys.interrupt, 130]
      ] as const) {
        const run = at(admin, "locks", "activate", there.registered[1])
        await run.shows("Facility")
        run.type(key)
        expect(await run.ends()).toBe(code)
      }
      expect((await admin.run(["locks", "find", there.registered[1]])).stdout).toBe("")
    })

    it("are off with --no-input", async () => {
      const run = at(admin, "locks", "activate", there.registered[1], "--no-input")
      expect(await run.ends()).toBe(2)
      expect(run.screen.text).toContain("Facility is missing.")
      expect(run.screen.text).toContain("Next: Add --facility: ")
    })

    it("replace only the secret that the question was about", async () => {
      const owner = await place.signedIn(Role.id.Owner)
      for (const [noun, ...args] of [
        ["api-keys", "create", "Gate", "--all-facilities"],
        ["webhooks", "add", "https://hooks.example.com/gate", "--events", "lock.changed"]
      ] as const) {
        const { id } = JSON.parse((await owner.run([noun, ...args, "--json", "id"])).stdout) as { id: number }
        const rotate = [noun, "rotate", String(id)]
        const asked = at(owner, ...rotate)
        await asked.shows("Continue?")
        expect((await owner.run([...rotate, "--yes"])).code).toBe(0)
        asked.type(`y${keys.enter}`)
        expect(await asked.ends()).toBe(7)
        expect(asked.screen.text).toContain("changed by")
        const again = at(owner, ...rotate)
        await again.shows("Continue?")
        again.type(`y${keys.enter}`)
        expect(await again.ends()).toBe(0)
      }
    })

    it("accept no as an answer", async () => {
      const here = place.machine()
      await here.run(["profile", "add", "work", "--host", "https://console.example.com"])
      const run = at(here, "profile", "rm", "work")
      await run.shows("Continue?")
      run.type(`no${keys.enter}`)
      expect(await run.ends()).toBe(3)
      expect((await here.run(["profile", "ls", "--json", "name"])).stdout).toContain("work")
    })
  })

  describe("words and colors", () => {
    it("shows an error as text, and as JSON with --json", async () => {
      const words = at(admin, "locks", "show", "19999999")
      expect(await words.ends()).toBe(6)
      expect(words.screen.text).toContain("Next: Check the lock's 8 digits.")
      const json = at(admin, "locks", "show", "19999999", "--json")
      expect(await json.ends()).toBe(6)
      expect(json.screen.text.replaceAll("\n", "")).toContain('"code":"LockNotFound"')
    })

    it("shows what a file contains without its control characters", async () => {
      const title = "\u001b]changed\u0007"
      file("header.csv", `thing${title},note\n10482233,x\n`)
      const cells = `Yard,5550100200,1 Elm Rd,Columbus,${title},43004`
      file("cell.csv", `Name,Phone,Street,City,State,Zip\n${cells}\n`)
      for (const [args, code] of [
        [["locks", "set-status", "Lost", "--file", "header.csv"], 2],
        [["facilities", "import", "cell.csv", "--dry-run"], 1]
      ] as const) {
        const run = at(admin, ...args)
        expect([await run.ends(), run.screen.text]).toEqual([code, expect.stringContaining("]changed")])
        expect(run.screen.raw).not.toContain(title)
      }
    })

    it("shows no color if it is off", async () => {
      const asked = async (env: Readonly<Record<string, string>>, ...more: ReadonlyArray<string>) => {
        const run = new TerminalRun(admin, ["locks", "activate", there.registered[1], ...more], env)
        await run.shows("Facility")
        run.type(keys.escape)
        await run.ends()
        return run.screen.raw.includes("\u001b[1mFacility")
      }
      expect(await asked({})).toBe(true)
      expect(await asked({ NO_COLOR: "1" })).toBe(false)
      expect(await asked({}, "--no-color")).toBe(false)
    })

    it("draws nothing that has to be replaced if the terminal can't do that", async () => {
      const dumb = (...args: ReadonlyArray<string>) => new TerminalRun(admin, args, { TERM: "dumb" })
      file("dumb.csv", ["serialCode", there.overlocked])
      for (const [args, code, text] of [
        [["locks", "set-color", "--file", "dumb.csv", "red", "--yes"], 0, "Changed"],
        [["locks", "reveal", there.overlocked, "--reason", "2"], 2, "Add --unmask to print it."],
        [[], 2, "Usage: lockdesk <command> [options]"]
      ] as const) {
        const run = dumb(...args)
        expect([await run.ends(), run.screen.text]).toEqual([code, expect.stringContaining(text)])
        expect(run.screen.raw).not.toContain("\u001b")
      }
    })

    it("prints a token only with --unmask", async () => {
      const masked = at(admin, "auth", "token")
      expect(await masked.ends()).toBe(2)
      const token = (await admin.run(["auth", "token"])).stdout.trim()
      expect(masked.screen.raw).not.toContain(token)
      const shown = at(admin, "auth", "token", "--unmask")
      expect(await shown.ends()).toBe(0)
      expect(shown.screen.text).toContain(token)
    })
  })

  describe("revealing a combination", () => {
    const lines = bigDigits(codeOf(there.overlocked))
    const shown = (run: TerminalRun) => lines.every((line) => run.screen.text.includes(line.trimEnd()))

    it("asks for the reason, shows the combination in large digits on its own screen, and masks it on any key", async () => {
      const run = at(admin, "locks", "reveal", there.overlocked)
      await run.shows("Tenant requested code")
      await run.types("2", "Hides in")
      expect(shown(run)).toBe(true)
      expect(run.screen.text).toContain("Maple St")
      expect(run.screen.text).toContain("Unit B-114")
      await run.shows("Hides in 29 s")
      run.type("x")
      expect(await run.ends()).toBe(0)
      expect(run.screen.scrollback).toBe("")
      const log = JSON.parse((await admin.run(["audit", "ls", "--subject", there.overlocked, "--json"])).stdout)
      expect(log[0].payload).toContain("Tenant requested code")
    })

    it("counts down, and takes the reason from the command line", async () => {
      const run = at(admin, "locks", "reveal", there.overlocked, "--reason", "1")
      await run.shows(/Hides in 2[0-8] s/)
      expect(shown(run)).toBe(true)
      run.type(keys.escape)
      expect(await run.ends()).toBe(0)
      expect(run.screen.scrollback).toBe("")
    })

    it("accepts a reason as text", async () => {
      const run = at(admin, "locks", "reveal", there.overlocked)
      await run.shows(reasonsShown)
      await run.types("5", "Reason:")
      await run.types("Gate left open 2", "Gate left open 2")
      await run.types(keys.enter, "Hides in")
      run.type(keys.interrupt)
      expect(await run.ends()).toBe(130)
      expect(run.screen.scrollback).not.toContain("█")
    })

    it("reveals nothing if it is closed before: Esc (3), Ctrl+C (130)", async () => {
      const before = await reveals()
      for (const [key, code] of [
        [keys.escape, 3],
        [keys.interrupt, 130]
      ] as const) {
        const run = at(admin, "locks", "reveal", there.overlocked)
        await run.shows(reasonsShown)
        run.type(key)
        expect(await run.ends()).toBe(code)
        expect(run.screen.text).toContain("Next:")
      }
      expect(await reveals()).toBe(before)
    })

    it("restores the terminal when it is terminated", async () => {
      const run = at(admin, "locks", "reveal", there.overlocked, "--reason", "1")
      await run.shows("Hides in")
      run.signal("SIGTERM")
      await run.ends()
      expect(run.screen.raw).toContain("\u001b[?1049l")
      expect(run.screen.scrollback).not.toContain("█")
    })

    it("explains refusals on the normal screen", async () => {
      const restricted = await place.signedIn(Role.id.RestrictedPersonnel)
      const refused = at(restricted, "locks", "reveal", there.overlocked)
      expect(await refused.ends()).toBe(5)
      expect(refused.screen.text).toContain("Please contact your supervisor.")
      const unknown = at(admin, "locks", "reveal", "19999999", "--reason", "1")
      expect(await unknown.ends()).toBe(6)
      expect(unknown.screen.scrollback).toContain("Next: Check the lock's 8 digits.")
    })
  })

  /** Keeps the audit log from being read and written during `work`. */
  const whileLogWaits = async (work: () => Promise<void>) => {
    const [begun, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const busy = place.server.sql((sql) =>
      sql.withTransaction(
        Effect.andThen(
          sql`LOCK TABLE audit_records IN ACCESS EXCLUSIVE MODE`,
          Effect.promise(() => (begun.resolve(), over.promise))
        )
      )
    )
    await begun.promise
    try {
      await work()
    } finally {
      over.resolve()
      await busy
    }
  }

  it("prints nothing when Ctrl+C ends a running call", () =>
    whileLogWaits(async () => {
      const run = at(admin, "audit", "verify")
      await run.shows("Verifying the audit log ...")
      run.type(keys.interrupt)
      expect(await run.ends()).toBe(130)
      expect(run.screen.text).toBe("Interrupted.\nNext: Run it again.")
    }))

  it.each([
    [
      ["api-keys", "create", "Front gate", "--all-facilities"],
      "The key may exist, with a secret",
      "lockdesk api-keys ls"
    ],
    [
      ["webhooks", "add", "https://hooks.example.com/a", "--events", "lock.changed"],
      "The webhook may exist, with a secret",
      "lockdesk webhooks ls"
    ],
    [["account", "name", "--first-name", "Ann", "--last-name", "Oak"], "The change may have been made.", "audit mine"]
  ])("says after Ctrl+C during %j that it may be done, and how to look", (line, may, look) =>
    whileLogWaits(async () => {
      const run = at(admin, ...line)
      await run.shows("Waiting for the server")
      run.type(keys.interrupt)
      expect(await run.ends()).toBe(130)
      const said = run.screen.scrollback.replaceAll(/\s+/g, " ")
      expect(said).toContain(`Interrupted. ${may}`)
      expect(said).toContain(look)
    })
  )

  it("runs under an older Node by delegating to its own", async () => {
    const { stdout: older } = await admin.shell("PATH=/usr/local/bin:/usr/bin:/bin; command -v node && node --version")
    const [node, version] = older.trim().split("\n")
    // Without an older Node, this at least shows that the launcher runs on the current one.
    const ended = await admin.shell(`${node ?? process.execPath} ${bin} whoami --json email; exit $?`)
    expect({ version, code: ended.code, stderr: ended.stderr }).toEqual({ version, code: 0, stderr: "" })
    const failing = await admin.shell(`${node ?? process.execPath} ${bin} locks show 19999999`)
    expect(failing.code).toBe(6)
  })
})
