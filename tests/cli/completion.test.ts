import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { deriveSpecs } from "#cli/commands/deriveSpecs.ts"
import { errorOf, built, machine } from "./support/lockdesk.ts"

describe("completion", () => {
  const here = machine("http://127.0.0.1:1")
  beforeAll(built)
  afterAll(() => here.dispose())

  /** The completions bash offers for a line, from the completion function. */
  const offered = async (line: string): Promise<ReadonlyArray<string>> => {
    const words = line
      .split(" ")
      .map((word) => `'${word}'`)
      .join(" ")
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

  it("offers the same words in zsh and fish", async () => {
    const zsh = (await here.run(["completion", "zsh"])).stdout
    expect(zsh).toMatch(/^#compdef lockdesk\n/)
    const fish = (await here.run(["completion", "fish"])).stdout
    for (const spec of deriveSpecs()) {
      const [noun, verb] = spec.path
      expect(zsh).toContain(verb ?? noun)
      expect(fish).toContain(`-a '${verb ?? noun}' -d '${spec.title.replaceAll("'", "\\'")}'`)
    }
    expect(fish).toContain("-l status")
    expect(fish).toContain("\\'Assigned Overlock\\'")
  })

  it("supports only these shells", async () => {
    const ended = await here.run(["completion", "tcsh"])
    expect([ended.code, errorOf(ended)["field"]]).toEqual([2, "shell"])
  })
})
