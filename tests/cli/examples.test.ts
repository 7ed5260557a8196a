import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { deriveSpecs } from "#cli/commands/deriveSpecs.ts"
import { shellWords } from "#cli/screens/shellWords.ts"
import { pngOf } from "../support/logoImages.ts"
import { bin, built, type Machine, machine, root } from "./support/lockdesk.ts"
import { type Serving, serving, withPostgres } from "./support/serving.ts"

/** Files that the examples use. */
const files: Readonly<Record<string, string | Uint8Array>> = {
  "box.csv": "serial\n20000001\n20000002\n",
  "statuses.csv": "serial,status\n10482233,Lost\n",
  "units.csv": "serial,unit\n10482233,B-7\n",
  "colors.csv": "serial,color\n10482233,red\n",
  "codes.csv": "serialCode,unlockCode\n10482233,7391\n",
  "moves.csv": "serial\n10482233\n",
  "returned.csv": "serialCode,status\n10482233,Available\n",
  "shipment.csv": "serialCode,unlockCode\n20000001,0417\n20000002,9921\n",
  "sites.csv": "Store,Main line,Street\nElm Yard,5550100200,1 Elm Rd\n",
  "team.csv": "Email,First name,Last name,Role\nann@maple.example.com,Ann,Ito,Vendor\n",
  "staff.csv": "Mail,First name,Last name,Role,Sites\nbea@maple.example.com,Bea,Lund,Vendor,Alder Drive\n",
  "code.txt": "7391\n",
  "password.txt": "lockdesk-demo\n",
  "passwords.txt": "lockdesk-demo\nquiet-harbor-27\n",
  "label.jpg": Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1]),
  "logo.png": pngOf(40, 20),
  "nightly.sh": "#!/bin/sh\nexit 0\n"
}

const specs = deriveSpecs()
const lines = [...new Set(specs.flatMap(({ examples }) => examples))]

/** Examples that only a site-level user can run. */
const ofTheSite = /^lockdesk (registry|outbox|tickets|companies|notices broadcast|config set company)/

/** Examples that depend on others, or remove what others need, in the order to run them after the rest. */
const late = [
  /^lockdesk facilities import sites\.csv --dry-run/,
  /^lockdesk profile (add|ls)/,
  /^lockdesk auth status --profile/,
  /^lockdesk config set company/,
  /^lockdesk profile use/,
  /^lockdesk profile rm/,
  /^lockdesk facilities (transfer|rm)/,
  /^lockdesk view-as (role|person)/,
  /^lockdesk view-as end/,
  /^lockdesk auth login/,
  /^lockdesk account password/,
  /^lockdesk auth logout/
]
/** A shipment must be imported before its locks are activated. */
const early = /^lockdesk registry/

const orderOf = (line: string): number => (early.test(line) ? -1 : late.findIndex((each) => each.test(line)) + 1)

/** Examples that don't end with 0 here, with their exit code and message. */
const endsOtherwise: ReadonlyArray<readonly [line: RegExp, code: number, says: RegExp]> = [
  // They ask at a terminal, and there is none here.
  [/^lockdesk locks reveal 10482233 --reason 2$/, 2, /shown only at a terminal/],
  [/^lockdesk locks set-code 10482233$/, 2, /Combination is missing/],
  [/^lockdesk facilities import --via-fms/, 2, /Password is missing/],
  [/^lockdesk facilities accept$/, 2, /Transfer link is missing/],
  [/^lockdesk (profile rm work|facilities transfer 'Maple St' .*|users deactivate [^ ]*)$/, 2, /Confirm with --yes/],
  [/^lockdesk auth login --email [^<]*$/, 2, /Password is missing/],
  // They name things that don't exist yet: job 12, an email, a ticket, a report, another company, an emailed link, a workbook.
  [/^lockdesk jobs \w+ 12/, 6, /Job not found/],
  [/^lockdesk returns (show|resend) 12/, 6, /Report not found/],
  [/^lockdesk outbox (show|file) 12/, 6, /has no message 12/],
  [/^lockdesk (facilities units|fms diff) 12/, 6, /You have no facility/],
  [/^lockdesk tickets ls --company 12/, 6, /There is no company/],
  [/^lockdesk tickets image 7/, 6, /There is no image/],
  [/^lockdesk facilities accept --yes </, 1, /No such file/],
  [/^lockdesk facilities import sites\.xlsx/, 2, /File not found/],
  [/^lockdesk undo 1/, 6, /You made no change with the number 1/],
  // They report problems that the demonstration has on purpose.
  [/^lockdesk fms test --all --format junit/, 9, /are good/],
  [/^lockdesk fms diff 'Juniper Park'/, 9, /mismatches/],
  [/^lockdesk fms diff --all --kind/, 9, /Couldn't load the facility's units/],
  // An earlier example renamed it. What is deleted needs its full name.
  [/^lockdesk facilities rm 'Maple St'/, 6, /Did you mean 'Maple Street'/],
  [/^lockdesk doctor --host/, 9, /1 of 6 checks failed/],
  [/^lockdesk auth status --profile work/, 4, /Sign in with/]
]

/** Examples that need no shell: only words. */
const onlyWords = /^lockdesk [^|<>;&$`*~\\]*$/

/** Examples that run until they are stopped; serve.test.ts and fms.test.ts run these commands. */
const runsOn = /^lockdesk (serve|fms simulate)/

const ordered = lines.filter((line) => !runsOn.test(line)).toSorted((one, other) => orderOf(one) - orderOf(other))

describe("the examples of the help, on a fresh demonstration", () => {
  const data = mkdtempSync(join(tmpdir(), "lockdesk-examples-"))
  const machines: Array<Machine> = []
  let server: Serving
  let database: Awaited<ReturnType<typeof withPostgres>>
  const type = (here: Machine, line: string) => {
    if (onlyWords.test(line)) {
      return here.run(shellWords(line).slice(1), { env: { LOCKDESK_HOST: server.address } })
    }
    const path = join(here.work, "bin")
    return here.shell(`cd "${here.work}"; export PATH="${path}:$PATH" LOCKDESK_HOST=${server.address}\n${line}`)
  }
  beforeAll(async () => {
    built()
    for (const who of ["admin@maple.example.com", "super@site.example.com"]) {
      const here = machine("http://127.0.0.1:1")
      machines.push(here)
      database ??= await withPostgres(here)
      server ??= await serving(database.place, bin, "--data", data, "--demo")
      mkdirSync(join(here.work, "bin"))
      for (const dir of [".zfunc", ".config/fish/completions"]) mkdirSync(join(here.work, dir), { recursive: true })
      writeFileSync(join(here.work, "bin", "lockdesk"), `#!/bin/sh\nexec ${process.execPath} ${bin} "$@"\n`, {
        mode: 0o755
      })
      for (const [name, text] of Object.entries(files)) writeFileSync(join(here.work, name), text, { mode: 0o755 })
      const entered = await type(here, `lockdesk auth login --email ${who} < password.txt`)
      expect([entered.code, entered.stderr]).toEqual([0, expect.any(String)])
    }
  })
  afterAll(async () => {
    await server.stop("SIGTERM")
    await database.dispose()
    for (const each of machines) each.dispose()
    rmSync(data, { recursive: true, force: true })
  })

  it("match those in the reference", () => {
    const reference = readFileSync(join(root, "core/commands/reference.md"), "utf8")
    const printed = reference.split("\n").filter((line) => line.startsWith("lockdesk "))
    expect(printed.filter((line) => !lines.includes(line))).toEqual([])
    expect(ordered.length).toBeGreaterThan(100)
  })

  it.each(ordered)("%s", async (line) => {
    const here = machines[ofTheSite.test(line) ? 1 : 0]
    const ended = await type(here ?? expect.unreachable(), line)
    const [, code, says] = endsOtherwise.find(([each]) => each.test(line)) ?? [line, 0, /(?:)/]
    expect([ended.code, ended.stderr]).toEqual([code, expect.stringMatching(says)])
  })
})
