import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { deriveSpecs } from "#cli/commands/deriveSpecs.ts"
import { globalOptions } from "#cli/specs/globalOptions.ts"
import { errorOf, built, machine } from "./support/lockdesk.ts"

/** What bash separates words at while it completes. */
const breaks = " \t\n\"'@><=;|&(:"

describe("completion", () => {
  // No server: nothing here needs one.
  const here = machine("http://127.0.0.1:1")
  beforeAll(built)
  afterAll(() => here.dispose())

  /** What the hidden command replies to a shell's script, line by line. */
  const reply = async (...args: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
    const ended = await here.run(["__complete", ...args])
    expect([ended.code, ended.stderr]).toEqual([0, ""])
    return ended.stdout.split("\n").slice(0, -1)
  }

  /** The words that can follow a line whose words have no spaces. */
  const offered = async (line: string): Promise<ReadonlyArray<string>> => {
    const [kind, ...found] = await reply("fish", ...line.split(" ").slice(1))
    expect(kind).toBe("words")
    return found.map((each) => each.split("\t")[0] ?? "")
  }

  /** How bash continues a line. */
  const inBash = async (line: string): Promise<ReadonlyArray<string>> => (await reply("bash", line, breaks)).slice(1)

  it("offers commands", async () => {
    expect(await offered("lockdesk lo")).toEqual(["locks"])
    expect(await offered("lockdesk locks re")).toEqual(["reveal"])
    expect(await offered("lockdesk help locks re")).toEqual(["reveal"])
    expect(await offered("lockdesk --profile work locks ")).toEqual(
      deriveSpecs().flatMap(({ path: [noun, verb = ""] }) => (noun === "locks" ? [verb] : []))
    )
    expect(await offered("lockdesk locks set-")).toEqual(["set-status", "set-unit", "set-color", "set-code"])
    const nouns = new Set(deriveSpecs().map((spec) => spec.path[0]))
    expect(new Set(await offered("lockdesk "))).toEqual(nouns)
  })

  it("offers options that are not given yet, and the values of enumerations", async () => {
    expect(await offered("lockdesk locks ls --st")).toEqual(["--status"])
    expect(await offered("lockdesk locks ls --status Lost --st")).toEqual([])
    expect(await offered("lockdesk locks ls --status assigned")).toEqual([
      "Assigned Overlock",
      "Assigned Vacant",
      "Assigned Auction",
      "Assigned Other",
      "Assigned Vendor"
    ])
    expect(await offered("lockdesk completion ")).toEqual(["bash", "zsh", "fish"])
    expect(await offered("lockdesk can-i locks.re")).toEqual(["locks.reveal"])
    expect(await offered("lockdesk audit export --format ")).toEqual(["ndjson", "json", "csv"])
    expect(await offered("lockdesk locks show --unmask")).toEqual([])
    expect(await offered("lockdesk locks reveal --unm")).toEqual(["--unmask"])
    expect(await offered("lockdesk locks show -- --")).toEqual([])
    for (const { flag } of globalOptions) expect(await offered(`lockdesk locks show ${flag}`)).toEqual([flag])
  })

  it("offers the fields of the output, one after the other", async () => {
    expect(await offered("lockdesk locks ls --json serial")).toEqual(["serialCode"])
    expect(await offered("lockdesk locks ls --json serialCode,un")).toEqual([
      "serialCode,unitNumber",
      "serialCode,unlockCode"
    ])
    expect(await offered("lockdesk locks ls --json=serialCode,seri")).toEqual([])
    expect(await offered("lockdesk locks set-status --json serialCode 10482233 Dam")).toEqual(["Damaged"])
  })

  it("offers the values of lists, one after the other", async () => {
    expect(await offered("lockdesk locks ls --status lost,dam")).toEqual(["lost,Damaged"])
    expect(await offered("lockdesk fms diff --kind two-locks,unit-")).toEqual(["two-locks,unit-unknown"])
    const hook = "lockdesk webhooks add https://hooks.example.com --events"
    expect(await offered(`${hook} lock.`)).toEqual(["lock.activated", "lock.changed", "lock.revealed"])
    expect(await offered(`${hook} lock.revealed,lock.a`)).toEqual(["lock.revealed,lock.activated"])
    expect(await inBash("lockdesk api-keys create Gate --areas 'Locks write, facilities ")).toEqual([
      "Locks write, Facilities read",
      "Locks write, Facilities write"
    ])
    expect(await inBash("lockdesk companies edit maple --features Reports=On,Subdomains=p")).toEqual(["plan"])
    // What is in the list already isn't offered again.
    expect(await offered("lockdesk companies edit maple --features Reports=On,Rep")).toEqual([])
    expect(await offered("lockdesk api-keys create Gate --areas 'Locks write, locks ")).toEqual([])
    expect(await offered("lockdesk locks ls --status lost,lo")).toEqual([])
  })

  it("offers the values of each argument at its place", async () => {
    expect(await offered("lockdesk roles set V")).toEqual(["Vendor"])
    expect(await offered("lockdesk roles set Vendor V")).toEqual([])
    expect(await offered("lockdesk roles set Vendor Rep")).toEqual(["Reports"])
    expect(await offered("lockdesk roles set Vendor Reports W")).toEqual(["Write"])
    expect(await offered("lockdesk automations set v")).toEqual(["vacant"])
    expect(await offered("lockdesk automations set overlock v")).toEqual([])
    expect(await offered("lockdesk locks set-color 10482233 r")).toEqual(["red"])
    expect(await offered("lockdesk --profile work locks set-status --unit=B-1 10482233 Dam")).toEqual(["Damaged"])
    expect(await offered("lockdesk facilities api 1 ex")).toEqual(["exclude"])
  })

  it.each([
    "locks activate --file bo",
    "locks ls --output=bo",
    "returns process bo",
    "subdomains logo maple bo",
    "facilities import bo",
    "registry import "
  ])("leaves files to the shell after %s", async (line) => {
    expect(await reply("fish", ...line.split(" "))).toEqual(["files"])
    expect(await reply("bash", `lockdesk ${line}`, breaks)).toEqual(["files"])
  })

  it("describes commands and options in zsh and fish, and in the list of bash", async () => {
    expect(await reply("bash", "lockdesk locks set-c", breaks, "9", "80")).toEqual(["words", "set-color", "set-code"])
    expect(await reply("bash", "lockdesk locks set-c", breaks, "63", "37")).toEqual([
      "words",
      "set-color  (Set the color of a lock)",
      "set-code   (Change the combination…"
    ])
    expect(await reply("zsh", "locks", "rev")).toEqual(["words", "reveal:Reveal the combination"])
    expect(await reply("fish", "locks", "rev")).toEqual(["words", "reveal\tReveal the combination"])
    expect(await reply("zsh", "locks", "ls", "--prof")).toEqual([
      "words",
      "--profile:Use this profile (LOCKDESK_PROFILE)"
    ])
    expect(await reply("fish", "locks", "ls", "--quiet", "--qui")).toEqual(["words"])
    // The script for zsh removes the option; fish compares the whole word.
    expect(await reply("zsh", "locks", "ls", "--status=lo")).toEqual(["words", "Lost"])
    expect(await reply("fish", "locks", "ls", "--status=lo")).toEqual(["words", "--status=Lost"])
  })

  it.each([
    ["lockdesk locks ls --status Assigned\\ Ov", "Assigned\\ Overlock"],
    // The quote stays open on the line, so the value needs no other.
    ["lockdesk locks ls --status 'Assigned Ov", "Assigned Overlock"],
    ['lockdesk locks ls --status "assigned ov', "Assigned Overlock"],
    ["lockdesk locks ls --status Assigned' Ov", " Overlock"],
    // Bash replaces only what follows the equals sign.
    ["lockdesk locks ls --status=Assigned\\ Ov", "Assigned\\ Overlock"],
    ["lockdesk locks ls --status='Assigned Ov", "Assigned Overlock"],
    ["lockdesk locks ls --status=", "Available"],
    ["lockdesk locks ls --unit 'B 1' --status Los", "Lost"],
    ["LOCKDESK_PROFILE=work lockdesk locks ls --status Los", "Lost"]
  ])("continues %s in bash", async (line, first) => {
    expect((await inBash(line))[0]).toBe(first)
  })

  it("supports only these shells", async () => {
    const ended = await here.run(["completion", "tcsh"])
    expect([ended.code, errorOf(ended)["field"]]).toEqual([2, "shell"])
    expect(await reply("tcsh", "locks", "")).toEqual([])
  })

  it("keeps its hidden command out of the help", async () => {
    expect((await here.run(["--help"])).stdout).not.toContain("__complete")
    expect(await offered("lockdesk __")).toEqual([])
  })
})
