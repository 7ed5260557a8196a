import { existsSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { errorOf } from "./support/lockdesk.ts"
import { there } from "./support/place.ts"
import { file, read, sharePlace, user as admin } from "./support/sharePlace.ts"
import { keys, TerminalRun } from "./support/terminal.ts"

describe("secrets in the terminal", () => {
  sharePlace(Role.id.Admin)

  const codeOf = async (serial: string): Promise<unknown> => {
    const ended = await admin.run(["locks", "reveal", serial, "--reason", "2", "--unmask", "--json", "unlockCode"])
    return (JSON.parse(ended.stdout) as { readonly unlockCode: unknown }).unlockCode
  }

  it.each([
    ["8265", []],
    ["8266", ["-"]]
  ])("reads the combination %s from a pipe, with %j", async (code, more) => {
    const set = await admin.run(["locks", "set-code", there.overlocked, ...more], { stdin: `${code}\n` })
    expect([set.code, set.stderr]).toEqual([0, ""])
    expect(set.stdout).toMatch(/Status +Available/)
    expect(set.stdout).not.toContain(code)
    expect(await codeOf(there.overlocked)).toBe(code)
  })

  it.each([
    [["locks", "set-code", there.available, "8267"]],
    [["locks", "set-code", there.available, "--code", "8267"]],
    [["locks", "set-code", there.available, "--code=8267"]],
    [["locks", "set-code", "--combination", "8267", there.available]]
  ])("refuses the combination in %j, and names the option that accepts it", async (args) => {
    const refused = await admin.run(args, { stdin: "8268\n" })
    expect([refused.code, refused.stdout, errorOf(refused)]).toMatchObject([
      2,
      "",
      { code: "SecretOnCommandLine", field: "code" }
    ])
    expect(refused.stderr).not.toContain("8267")
    const line = /pipe it in: lockdesk (.*) < code\.txt/.exec(String(errorOf(refused)["next"]))?.[1] ?? ""
    file("code.txt", ["8269"])
    expect((await admin.shell(`"$LOCKDESK" ${line} < code.txt`)).code).toBe(0)
    expect(await codeOf(there.available)).toBe("8269")
    await admin.run(["locks", "set-code", there.available], { stdin: "0001\n" })
  })

  it.each([
    [["auth", "login", "--email", "a@example.com", "--password", "hunter22"], "password"],
    [["auth", "login", "hunter22", "--email", "a@example.com"], "password"],
    [["facilities", "create", "X", "--phone", "5550100200", "--password", "hunter22"], "passwordFile"],
    [["facilities", "edit", "Maple St", "--api-key=hunter22"], "passwordFile"],
    [["facilities", "accept", "hunter22"], "token"],
    [["serve", "--database", "postgres://desk:hunter22@db.example.com/desk"], "database"]
  ])("refuses the secret in %j without repeating it", async (args, field) => {
    const refused = await admin.run(args)
    expect([refused.code, refused.stdout, errorOf(refused)]).toMatchObject([
      2,
      "",
      { code: "SecretOnCommandLine", field }
    ])
    expect(refused.stderr).not.toContain("hunter22")
  })

  it("names the new password if the input has only the current one", async () => {
    for (const stdin of ["lockdesk-demo", "lockdesk-demo\n"]) {
      const ended = await admin.run(["account", "password"], { stdin })
      expect([ended.code, errorOf(ended)]).toMatchObject([
        2,
        {
          code: "MissingInput",
          message: "New password is missing.",
          next: expect.stringContaining("LOCKDESK_NEW_PASSWORD, or pipe it in on line 2")
        }
      ])
    }
    const none = await admin.run(["account", "password"])
    expect([none.code, errorOf(none)["message"]]).toEqual([2, "Current password is missing."])
  })

  it("changes the combinations of a file, and reports the result of each row", async () => {
    const [a, b] = there.twins
    const codes = file("codes.csv", [
      "Note,Serial Code,Combination",
      `x,${a},7001`,
      `y,${b},70`,
      "z,19999999,7003",
      `x,${a},7004`,
      `w,${there.overlocked},7005`,
      `v,${a},7001`
    ])
    const run = (...more: ReadonlyArray<string>) => admin.run(["locks", "set-code", "--file", codes, ...more, "--json"])
    const facts = { file: "codes.csv", rows: 6, applied: 2, unchanged: 1, failed: 3, errorsFile: "codes.errors.csv" }
    const dry = await run("--dry-run")
    expect([dry.code, JSON.parse(dry.stdout)]).toEqual([8, { ...facts, dryRun: true }])
    expect(await codeOf(a)).toBe(a.slice(4))
    const silent = await run()
    expect([silent.code, errorOf(silent)]).toMatchObject([2, { code: "MissingInput", field: "yes" }])
    const done = await run("--yes")
    expect([done.code, JSON.parse(done.stdout)]).toEqual([8, { ...facts, dryRun: false }])
    expect(done.stdout + done.stderr).not.toMatch(/700\d/)
    expect([await codeOf(a), await codeOf(b), await codeOf(there.overlocked)]).toEqual(["7001", b.slice(4), "7005"])
    expect(statSync(join(admin.work, "codes.errors.csv")).mode & 0o777).toBe(0o600)
    expect(read("codes.errors.csv").trimEnd().split("\r\n")).toEqual([
      "Note,Serial Code,Combination,error,fix",
      expect.stringMatching(new RegExp(`^y,${b},70,"?Combination must be 4 digits, found 2 digits`)),
      expect.stringMatching(/^z,19999999,7003,/),
      expect.stringMatching(new RegExp(`^x,${a},7004,Row 2 already has this lock.`))
    ])
    const piped = await admin.run(["locks", "set-code", "--file", "-", "--yes", "--json", "applied,failed"], {
      stdin: `serial,code\n${a},7010\n`
    })
    expect([piped.code, JSON.parse(piped.stdout)]).toEqual([0, { applied: 1, failed: 0 }])
    const twice = await admin.run([
      "locks",
      "set-code",
      "--file",
      file("twice.csv", ["serial,code", `${a},7011`, `${a},7011`]),
      "--yes",
      "--json"
    ])
    expect([twice.code, JSON.parse(twice.stdout)]).toMatchObject([0, { applied: 1, unchanged: 1, failed: 0 }])
    const bare = await admin.run(["locks", "set-code", "--file", file("bare.csv", [a]), "--yes"])
    expect([bare.code, errorOf(bare)["code"]]).toEqual([2, "FileRefused"])
  })

  it("keeps the remaining rows in a file when interrupted, and resumes with the printed command", async () => {
    const serials = Array.from({ length: 400 }, () => there.available)
    // Duplicate locks aren't allowed, so this uses unknown ones, which take as long.
    const codes = file("long.csv", [
      "serial,code",
      `${there.available},7100`,
      ...serials.map((_, nth) => `${60_000_000 + nth},7101`),
      `${there.overlocked},7102`
    ])
    // A file of an earlier run, which anyone can read, must not be reused for combinations.
    writeFileSync(join(admin.work, "long.rest.csv"), "", { mode: 0o644 })
    let pid = 0
    const run = admin.runAlone(["locks", "set-code", "--file", codes, "--yes"], {
      onStart: (started) => (pid = started)
    })
    await expect.poll(() => codeOf(there.available), { interval: 20, timeout: 60_000 }).toBe("7100")
    process.kill(pid, "SIGINT")
    const stopped = await run
    expect([stopped.code, errorOf(stopped)]).toMatchObject([
      130,
      { code: "Interrupted", resume: "lockdesk locks set-code --file long.rest.csv --yes" }
    ])
    expect(statSync(join(admin.work, "long.rest.csv")).mode & 0o777).toBe(0o600)
    expect(await codeOf(there.overlocked)).not.toBe("7102")
    const line = String(errorOf(stopped)["resume"]).replace(/^lockdesk/, '"$LOCKDESK"')
    expect((await admin.shell(line)).code).toBe(8)
    expect(await codeOf(there.overlocked)).toBe("7102")
  })

  it("reads FMS secrets from a file, a variable or a pipe, or prompts at a terminal", async () => {
    const create = (name: string, ...more: ReadonlyArray<string>) => [
      "facilities",
      "create",
      name,
      "--phone",
      "5550100200",
      "--software",
      "Storable Easy",
      "--json",
      "secretsSet",
      ...more
    ]
    const set = { code: 0, stdout: expect.stringContaining("apiFacilityID") }
    file("key.txt", ["key-one", ""])
    expect(await admin.run(create("By file", "--password-file", "key.txt"))).toMatchObject(set)
    expect(await admin.run(create("By stdin", "--password-file", "-"), { stdin: "key-two\n" })).toMatchObject(set)
    expect(await admin.run(create("By pipe"), { stdin: "key-three\n" })).toMatchObject(set)
    const env = { LOCKDESK_FMS_PASSWORD: "key-four" }
    expect(await admin.run(create("By variable"), { env })).toMatchObject(set)
    const edited = await admin.run([
      "facilities",
      "edit",
      "By pipe",
      "--password-file",
      "key.txt",
      "--json",
      "secretsSet"
    ])
    expect(edited).toMatchObject(set)
    const nothing = await admin.run(create("By nothing"))
    expect([nothing.code, errorOf(nothing)]).toMatchObject([2, { code: "MissingInput", field: "passwordFile" }])
    const nowhere = await admin.run(create("By nothing", "--password-file", "nowhere.txt"))
    expect([nowhere.code, errorOf(nowhere)]).toMatchObject([2, { code: "FileRefused", field: "passwordFile" }])
    const none = await admin.run(["facilities", "edit", "Maple St", "--password-file", "key.txt"])
    expect([none.code, errorOf(none)]).toMatchObject([2, { code: "Usage", field: "passwordFile" }])
    const run = new TerminalRun(admin, ["facilities", "create", "Typed", "--phone", "5550100200", "--software", "3"])
    await run.shows("Facility API Key")
    run.type(`key-five${keys.enter}`)
    expect(await run.ends(), run.screen.text).toBe(0)
    expect(run.screen.raw).not.toContain("key-five")
    const help = (await admin.run(["facilities", "create", "--help"])).stdout.replaceAll(/\s+/g, " ")
    expect(help).toContain("--password-file")
    expect(help).toContain("LOCKDESK_FMS_PASSWORD")
    expect(existsSync(join(admin.work, "key.txt"))).toBe(true)
  })
})
