import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { commands } from "#core/commands/registry.ts"
import { verbs } from "#cli/commands/verbs.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { commandHelp } from "#cli/help.ts"
import { isFailure } from "#cli/output/Failure.ts"
import { parseCommandLine } from "#cli/parse.ts"
import { pathText } from "#cli/specs/CommandSpec.ts"
import { deriveSpecs } from "#cli/commands/deriveSpecs.ts"
import { globalOptions } from "#cli/specs/globalOptions.ts"
import { bin, built, errorOf, machine, root } from "./support/lockdesk.ts"

const specs = deriveSpecs()
const parse = (...argv: ReadonlyArray<string>) => parseCommandLine(argv, specs)
const refusal = (...argv: ReadonlyArray<string>): string => {
  try {
    parse(...argv)
  } catch (error) {
    if (isFailure(error)) return `${error.facts.exit} ${error.facts.message}`
    throw error
  }
  throw new Error("it was accepted")
}

describe("terminal commands", () => {
  it("match the definitions with a terminal name, plus the terminal's own commands", () => {
    const defined = commands.filter((command) => command.terminal !== undefined).map((command) => command.id)
    const own = [...verbs.values()]
      .flatMap(({ verb }) => (verb.hidden === true ? [] : [verb.command]))
      .filter((command) => !("does" in command))
    expect(specs.map((spec) => spec.id)).toEqual([...defined, ...own.map((command) => command.id)])
    expect(new Set(specs.map(pathText)).size).toBe(specs.length)
  })

  it("start their help with examples that parse to the same command", () => {
    for (const spec of specs) {
      const help = commandHelp(spec)
      expect(spec.examples.length, spec.id).toBeGreaterThan(0)
      expect(help.indexOf("Examples:"), spec.id).toBeLessThan(help.indexOf("Usage:"))
      for (const example of spec.examples) {
        const words = /\blockdesk (?<words>[^<>|&)]+)/.exec(example)?.groups?.["words"] ?? ""
        const argv = [...words.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? "")
        const parsed = parse(...argv)
        expect(parsed.kind === "run" && parsed.spec.id, example).toBe(spec.id)
      }
    }
  })

  it("describe every argument and option, and keep secrets off the command line", () => {
    for (const { id, inputs } of specs) {
      for (const input of inputs) expect(input.description, `${id} ${input.key}`).not.toBe("")
    }
    const password = specs.find((spec) => spec.id === "auth.login")?.inputs.find((input) => input.key === "password")
    expect(password?.place).toBe("asked")
  })

  it("take their choices and fields from the definitions", () => {
    const spec = specs.find((each) => each.id === "locks.list")
    expect(spec?.inputs.find((input) => input.key === "status")?.choices).toContain("Assigned Overlock")
    expect(spec?.fields).toContain("serialCode")
    expect(specs.find((each) => each.id === "completion")?.inputs[0]?.choices).toEqual(["bash", "zsh", "fish"])
  })
})

describe("reading a command line", () => {
  it("accepts global flags before and after the command", () => {
    for (const argv of [
      ["--json", "a,b", "locks", "show", "1"],
      ["locks", "show", "1", "--json", "a,b"],
      ["locks", "--json=a,b", "show", "1"]
    ]) {
      expect(parse(...argv)).toMatchObject({ kind: "run", flags: { json: "a,b" }, given: { lockID: "1" } })
    }
    const all = parse(
      "audit",
      "ls",
      ...globalOptions.flatMap(({ flag, value }) => (value?.startsWith("<") ? [flag, "x"] : [flag]))
    )
    expect(all.kind === "run" && Object.keys(all.flags).sort()).toEqual(globalOptions.map(({ key }) => key).sort())
  })

  it("gives --json only a list of field names", () => {
    expect(parse("locks", "show", "--json", "10000001")).toMatchObject({
      flags: { json: true },
      given: { lockID: "10000001" }
    })
    expect(parse("locks", "show", "--json", "#42")).toMatchObject({ flags: { json: true }, given: { lockID: "#42" } })
    expect(parse("locks", "ls", "--json")).toMatchObject({ flags: { json: true } })
    expect(parse("locks", "find", "--", "--json")).toMatchObject({ flags: {}, given: { text: "--json" } })
  })

  it("suggests the closest word for a misspelled one", () => {
    expect(refusal("locks", "shwo")).toBe(
      "2 There is no command 'lockdesk locks shwo'. Did you mean 'lockdesk locks show'?"
    )
    expect(refusal("lock", "show")).toBe("2 There is no command 'lockdesk lock'. Did you mean 'lockdesk locks'?")
    expect(refusal("reveal", "1")).toBe(
      "2 There is no command 'lockdesk reveal'. Did you mean 'lockdesk locks reveal'?"
    )
    expect(refusal("audit")).toBe("2 lockdesk audit needs a verb: ls, verify, export, mine.")
    for (const words of [["--json"], ["--yes"], ["--profile", "work", "--dry-run"]]) {
      expect(refusal(...words)).toBe("2 lockdesk needs a command.")
    }
    // At a terminal, these open the palette.
    const host = "http://127.0.0.1:1"
    expect(parse("--host", host)).toEqual({ kind: "palette", flags: { host } })
    expect(parse("--profile", "--help")).toEqual({ kind: "palette", flags: { profile: "--help" } })
    expect(refusal("xyzzy")).toBe("2 There is no command 'lockdesk xyzzy'.")
    expect(refusal("locks", "ls", "--stats", "Lost")).toBe("2 There is no option --stats. Did you mean --status?")
    expect(refusal("locks", "ls", "--no-colour")).toBe("2 There is no option --no-colour. Did you mean --no-color?")
    expect(refusal("locks", "ls", "--limit")).toBe("2 --limit needs a value.")
    expect(refusal("locks", "show", "1", "2")).toBe("2 lockdesk locks show takes 1 argument, not 2.")
  })
})

describe("the process", () => {
  const here = machine("http://127.0.0.1:1")
  beforeAll(built)
  afterAll(() => here.dispose())

  it("prints only its version", async () => {
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { readonly version: string }
    for (const args of [["--version"], ["-V"], ["locks", "ls", "--version"]]) {
      expect(await here.run(args)).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" })
    }
  })

  it("reports a version that can't be written like any output", async () => {
    const full = await here.shell('"$LOCKDESK" --version > /dev/full')
    expect([full.code, errorOf(full)["code"]]).toEqual([1, "CannotWrite"])
    const closed = await here.shell('"$LOCKDESK" --version | true; echo "${PIPESTATUS[0]}"')
    expect(closed).toEqual({ code: 0, stdout: "141\n", stderr: "" })
  })

  it("prints help to stdout on request", async () => {
    const all = await here.run(["--help"])
    expect(all).toMatchObject({ code: 0, stderr: "" })
    for (const spec of specs) expect(all.stdout).toContain(pathText(spec))
    expect((await here.run(["locks", "--help"])).stdout).toMatch(/^Examples:\n {2}lockdesk locks find/)
    expect((await here.run(["locks", "reveal", "--help"])).stdout).toContain("--reason <reason>")
    // The hundreds of commands are left to completion.
    expect((await here.run(["can-i", "--help"])).stdout).not.toContain("layer.close")
    for (const words of [[], ["locks"], ["locks", "reveal"]]) {
      expect(await here.run(["help", ...words])).toEqual(await here.run([...words, "--help"]))
    }
  })

  it("prints help to stderr and ends with 2 without arguments and terminal", async () => {
    const ended = await here.run([])
    expect(ended).toMatchObject({ code: 2, stdout: "" })
    expect(ended.stderr).toBe((await here.run(["--help"])).stdout)
  })

  it("reports a usage error as one JSON object on stderr", async () => {
    const ended = await here.run(["locks", "shwo"])
    expect(ended).toMatchObject({ code: 2, stdout: "" })
    expect(errorOf(ended)).toMatchObject({ code: "Usage", next: "See lockdesk locks --help" })
  })

  it("prints help, version and usage errors without loading Effect, screens or the server", async () => {
    const alone = mkdtempSync(join(tmpdir(), "lockdesk-alone-"))
    cpSync(join(root, "dist/lockdesk.js"), join(alone, "lockdesk.mjs"))
    for (const file of readdirSync(join(root, "dist"))) {
      if (/^(program|specs)-/.test(file)) cpSync(join(root, "dist", file), join(alone, file))
    }
    const run = (...args: ReadonlyArray<string>) => here.shell(`node ${join(alone, "lockdesk.mjs")} ${args.join(" ")}`)
    expect((await run("--version")).code).toBe(0)
    expect((await run("locks", "show", "--help")).stdout).toContain("Show a lock.")
    expect((await run("locks", "shwo")).code).toBe(2)
    // Proves that the check works: a command that needs Effect and the contract fails without their files.
    expect((await run("locks", "show", "1")).stderr).toMatch(/run-locks-\w+\.js/)
    rmSync(alone, { recursive: true })
  })

  it("runs from any folder through a link, as npm installs it", async () => {
    expect((await here.shell(`ln -s ${bin} lockdesk && ./lockdesk --version`)).code).toBe(0)
    expect(errorOf(await here.shell("./lockdesk whoami")).code).toBe("Unreachable")
  })
})

describe("exit codes", () => {
  it("are the documented ones", () => {
    expect(exitCodes).toEqual({
      done: 0,
      failed: 1,
      usage: 2,
      cancelled: 3,
      signedOut: 4,
      denied: 5,
      notFound: 6,
      conflict: 7,
      partly: 8,
      checksFailed: 9,
      network: 11,
      auditBroken: 12,
      interrupted: 130,
      unread: 141
    })
  })
})
