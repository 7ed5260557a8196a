import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { bin, built, type Machine, machine, root } from "./support/lockdesk.ts"
import { type Serving, serving, withPostgres } from "./support/serving.ts"

/** The pages whose commands a reader runs one after another, in that order. */
const pages = ["README.md", "cli/terminal.md"]

/** Commands that start a server or this test suite; serve.test.ts and `npm test` run them. */
const isElsewhere = (line: string): boolean => /^(npm (start|test)|npx lockdesk serve)\b/.test(line)

/** Commands with another exit code than 0, and their message. The shipment has a bad row on purpose, and tests have no terminal. */
const endsOtherwise: Readonly<Record<string, readonly [code: number, says: RegExp]>> = {
  "npx lockdesk registry import shipment.csv": [8, /shipment\.errors\.csv/],
  "npx lockdesk locks reveal 20000001 --reason 2": [2, /shown only at a terminal/]
}

interface Step {
  readonly page: string
  readonly text: string
}

/** The commands of a shell block: one per line, a here-document together with its line. */
const stepsOf = (page: string, block: string): ReadonlyArray<Step> => {
  const steps: Array<Step> = []
  let open: string | null = null
  for (const line of block.split("\n")) {
    const last = steps.at(-1)
    if (open !== null && last !== undefined) {
      steps[steps.length - 1] = { page, text: `${last.text}\n${line}` }
      if (line === open) open = null
    } else if (line.trim() !== "" && !line.startsWith("#") && !isElsewhere(line)) {
      steps.push({ page, text: line })
      open = /<<'(\w+)'/.exec(line)?.[1] ?? null
    }
  }
  return steps
}

const steps = pages.flatMap((page) =>
  [...readFileSync(join(root, page), "utf8").matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, block = ""]) =>
    stepsOf(page, block)
  )
)

// Each command depends on the ones before it, as for a reader who follows the pages.
describe("the lines of the README, on a fresh demonstration", () => {
  const data = mkdtempSync(join(tmpdir(), "lockdesk-readme-"))
  let here: Machine
  let server: Serving
  let database: Awaited<ReturnType<typeof withPostgres>>
  let path = ""
  beforeAll(async () => {
    built()
    here = machine("http://127.0.0.1:1")
    database = await withPostgres(here)
    server = await serving(database.place, bin, "--data", data, "--demo")
    // The clone's own `npx lockdesk`, without npm's registry lookup.
    path = join(here.work, "bin")
    mkdirSync(path)
    writeFileSync(join(path, "npx"), `#!/bin/sh\nshift\nexec ${process.execPath} ${bin} "$@"\n`, { mode: 0o755 })
  })
  afterAll(async () => {
    await server.stop("SIGTERM")
    await database.dispose()
    here.dispose()
    rmSync(data, { recursive: true, force: true })
  })

  it("exist", () => expect(steps.length).toBeGreaterThan(30))

  it.each(steps)("$page: $text", async ({ text }) => {
    const command = text.replace(/\s+#.*$/, "")
    const ended = await here.shell(`export PATH="${path}:$PATH" LOCKDESK_HOST=${server.address}\n${command}`)
    const [code, says] = endsOtherwise[command] ?? [0, /(?:)/]
    expect([ended.code, ended.stderr]).toEqual([code, expect.stringMatching(says)])
  })
})
