import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { deriveSpecs } from "#cli/commands/deriveSpecs.ts"
import { errorOf, built, machine } from "./support/lockdesk.ts"

describe("completion", () => {
  const here = machine("http://127.0.0.1:1")
  beforeAll(built)
  afterAll(() => here.dispose())

  /** The completions bash offers for a line, from the completion function. */
  const offered = (line: string): Promise<ReadonlyArray<string>> => offeredAfter(line.split(" "))

  /** The same for words as typed, with their quoting. */
  const offeredAfter = async (typed: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
    const words = typed.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ")
    const { stdout, stderr } = await here.shell(
      [
        'source <("$LOCKDESK" completion bash)',
        `COMP_WORDS=(${words}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))`,
        "_lockdesk",
        'printf "%s\\n" "${COMPREPLY[@]}"'
      ].join("\n")
    )
    expect(stderr).toBe("")
    return stdout.split("\n").filter((word) => word !== "")
  }

  it("offers commands", async () => {
    expect(await offered("lockdesk lo")).toEqual(["locks"])
    expect(await offered("lockdesk locks re")).toEqual(["reveal"])
    expect(await offered("lockdesk --profile work locks ")).toEqual(
      deriveSpecs().flatMap(({ path: [noun, verb = ""] }) => (noun === "locks" ? [verb] : []))
    )
    expect(await offered("lockdesk locks set-")).toEqual(["set-status", "set-unit", "set-color", "set-code"])
    const nouns = new Set(deriveSpecs().map((spec) => spec.path[0]))
    expect(new Set(await offered("lockdesk "))).toEqual(nouns)
  })

  it("offers options, and the values of enumerations", async () => {
    expect(await offered("lockdesk locks ls --st")).toEqual(["--status"])
    expect(await offered("lockdesk locks ls --status A")).toEqual([
      "Available",
      "Assigned\\ Overlock",
      "Assigned\\ Vacant",
      "Assigned\\ Auction",
      "Assigned\\ Other",
      "Assigned\\ Vendor"
    ])
    expect(await offered("lockdesk completion ")).toEqual(["bash", "zsh", "fish"])
    expect(await offered("lockdesk can-i locks.re")).toEqual(["locks.reveal"])
    expect(await offered("lockdesk locks ls --json serial")).toEqual(["serialCode"])
    expect(await offered("lockdesk audit export --format ")).toEqual(["ndjson", "json", "csv"])
    expect(await offered("lockdesk locks show --unmask")).toEqual([])
    expect(await offered("lockdesk locks reveal --unm")).toEqual(["--unmask"])
  })

  it("offers files for file arguments", async () => {
    await here.shell("touch shipment.csv")
    expect(await offered("lockdesk registry import ship")).toEqual(["shipment.csv"])
  })

  it.each([
    "locks activate --file bo",
    "locks ls --output bo",
    "returns process bo",
    "subdomains logo maple bo",
    "facilities import bo"
  ])("offers files after %s", async (line) => {
    await here.shell("touch 'box one.csv'; mkdir -p 'boxes in'")
    // Outside a terminal readline can't quote them, so the script does.
    expect((await offered(`lockdesk ${line}`)).toSorted()).toEqual(["box\\ one.csv", "boxes\\ in"])
  })

  it("lets readline quote file names and end folders with a slash", async () => {
    const lines = [
      'source <("$LOCKDESK" completion bash)',
      // Readline asks for this while it completes.
      'compopt() { [ "$*" = "-o filenames" ]; }',
      "COMP_WORDS=(lockdesk locks activate --file bo); COMP_CWORD=4",
      "_lockdesk",
      'printf "%s\\n" "${COMPREPLY[@]}"'
    ]
    const { stdout } = await here.shell(`touch 'box one.csv'; ${lines.join("\n")}`)
    expect(stdout.split("\n")).toContain("box one.csv")
  })

  it("offers the values of each argument at its place", async () => {
    expect(await offered("lockdesk roles set V")).toEqual(["Vendor"])
    expect(await offered("lockdesk roles set Vendor V")).toEqual([])
    expect(await offered("lockdesk roles set Vendor Rep")).toEqual(["Reports"])
    expect(await offered("lockdesk roles set Vendor Reports W")).toEqual(["Write"])
    expect(await offered("lockdesk automations set v")).toEqual(["vacant"])
    expect(await offered("lockdesk automations set overlock v")).toEqual([])
    expect(await offered("lockdesk locks set-color 10482233 r")).toEqual(["red"])
    expect(await offered("lockdesk --profile work locks set-status 10482233 Dam")).toEqual(["Damaged"])
    expect(await offered("lockdesk facilities api 1 ex")).toEqual(["exclude"])
    expect(await offered("lockdesk locks show x")).toEqual([])
  })

  it("offers the values after an equals sign, at which bash splits words", async () => {
    expect(await offered("lockdesk locks ls --status = Lo")).toEqual(["Lost"])
    expect(await offered("lockdesk locks ls --sort = serialCode --format =")).toEqual(["xlsx", "csv"])
    expect(await offered("lockdesk locks set-status --unit = B-1 10482233 Dam")).toEqual(["Damaged"])
    expect(await offered("lockdesk locks ls --facility = M")).toEqual([])
  })

  it("continues a value after its space, however it is quoted", async () => {
    const before = ["lockdesk", "locks", "ls", "--status"]
    expect(await offeredAfter([...before, "Assigned\\ Ov"])).toEqual(["Assigned\\ Overlock"])
    // The quote stays open on the line, so the value needs no other.
    expect(await offeredAfter([...before, "'Assigned Ov"])).toEqual(["Assigned Overlock"])
    expect(await offeredAfter([...before, '"Assigned Ov'])).toEqual(["Assigned Overlock"])
  })

  it("offers the same words in zsh and fish", async () => {
    const zsh = (await here.run(["completion", "zsh"])).stdout
    expect(zsh).toMatch(/^#compdef lockdesk\n/)
    // Only this makes zsh match the values of --status= with what follows the equals sign.
    expect(zsh).toContain("compset -P 1 '*='")
    const fish = (await here.run(["completion", "fish"])).stdout
    for (const spec of deriveSpecs()) {
      const [noun, verb] = spec.path
      expect(zsh).toContain(verb ?? noun)
      expect(fish).toContain(`-a '${verb ?? noun}' -d '${spec.title.replaceAll("'", "\\'")}'`)
    }
    expect(fish).toContain("-l status")
    expect(fish).toContain(`-n '__lockdesk_argument "locks set-color" -eq 2' -a '\\'gray\\'`)
    expect(fish).toContain(`-n '__lockdesk_argument "returns process" -eq 1' -F`)
    expect(fish).toMatch(/-l file -d '.*' -r -F/)
    expect(fish).toContain("\\'Assigned Overlock\\'")
  })

  it("supports only these shells", async () => {
    const ended = await here.run(["completion", "tcsh"])
    expect([ended.code, errorOf(ended)["field"]]).toEqual([2, "shell"])
  })
})
