import { execFileSync } from "node:child_process"
import { Arbitrary, Effect, Option, Schema, SchemaAST } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { ApiClient } from "#core/api/ApiClient.ts"
import { Role } from "#core/auth/roles.ts"
import type { InputField, InputFields } from "#core/commands/Command.ts"
import { type AnyCommand, commands } from "#core/commands/registry.ts"
import { lineWords, terminalLine } from "#core/commands/terminalLine.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { revealReasons } from "#core/reveals/revealReasons.ts"
import type { Call } from "#cli/Call.ts"
import { readInput } from "#cli/input/readInput.ts"
import { parseCommandLine } from "#cli/parse.ts"
import { deriveSpecs } from "#cli/commands/deriveSpecs.ts"
import { postgres } from "../support/databases.ts"
import { makeCompany, makeFacility, makeLock } from "../support/fixture.ts"
import { startTestServer, type TestServer } from "../support/testServer.ts"

const serialCode = "47355143"
/** How many values are drawn per field, the same in every run. */
const drawn = 8
const hard = ["it's", "$(id) `id`", "-5", "--json", "#42", "a b", "*", "\\", '"', "!!", "~x", "=1", "a\nb", "%s", "é"]

let server: TestServer
let known: { readonly companyID: number; readonly facilityID: number; readonly lockID: number }
let userID: number
let token: string

beforeAll(async () => {
  server = await startTestServer(
    postgres,
    Effect.gen(function* () {
      const { companyID } = yield* makeCompany("maple")
      const facilityID = yield* makeFacility(companyID, "Maple Street")
      const lockID = yield* makeLock({
        companyID,
        facilityID,
        serial: serialCode,
        code: "4821",
        status: LockStatus.id.Available
      })
      known = { companyID, facilityID, lockID }
    })
  )
  // A site-level role, which can name companies.
  token = await server.enter("maple", Role.id.SuperAdmin)
  const { data } = await server.call(token, (client) => client.users.list({ query: {} }))
  userID = data[0]?.userID ?? expect.unreachable("nobody is there")
})
afterAll(() => server.close())

/** Whether a command line can contain the field: not if it is prompted for without echo, or read from a file. */
const isTyped = ({ asked, picks }: InputField): boolean => asked === undefined && picks !== "file"

/** Texts by label for fields that random values don't fit. */
const written: Readonly<Record<string, ReadonlyArray<string>>> = {
  Areas: ["Locks write", "Locks write, Facilities read"],
  Events: ["lock.changed", "job.done,lock.revealed"],
  Features: ["Reports=On", "Reports=On,Subdomains=plan"],
  "Paid through": ["2027-12-31", "none"]
}

/** Values for a field: existing names, otherwise random values of its schema, and words that a shell would misread. */
const valuesOf = (field: InputField): ReadonlyArray<unknown> => {
  if (field.many === true) return [`${known.facilityID}`, `${known.facilityID}\n${known.facilityID}`]
  if (field.picks === "facility") return [known.facilityID]
  if (field.picks === "company") return [known.companyID]
  if (field.picks === "reason") return [...revealReasons.slice(0, -1), "it's $HOME"]
  const encoded = SchemaAST.toEncoded(field.schema.ast)
  // A text that names a user is an email address; any other one is a name to look up.
  if (field.picks === "user") return SchemaAST.isNumber(encoded) ? [userID] : ["o'neil+$x@maple.example"]
  if (field.picks === "lock") return SchemaAST.isNumber(encoded) ? [known.lockID] : [serialCode]
  if (SchemaAST.isBoolean(encoded)) return [true]
  const own = written[field.label]
  if (own !== undefined) return own.map((text) => Schema.decodeUnknownSync(field.schema)(text))
  const any = Effect.runSync(
    Arbitrary.sampleEffect(Arbitrary.schema(field.schema), { count: drawn, seed: 7, size: 12 })
  )
  const takes = Schema.decodeUnknownOption(field.schema)
  // Command-line arguments can't contain zero bytes or lone surrogates.
  return [
    ...any.filter((value) => !String(value).includes("\0") && String(value).isWellFormed()),
    ...hard.flatMap((word) => Option.toArray(takes(word)))
  ]
}

interface Copied {
  readonly command: AnyCommand
  readonly fields: InputFields
  readonly input: Readonly<Record<string, unknown>>
  readonly line: string
}

/** The command with different inputs each time, first without the optional ones. */
const copiedLines = (command: AnyCommand): ReadonlyArray<Copied> => {
  const fields = Object.entries(command.input).filter(([, field]) => isTyped(field))
  const values = fields.map(([key, field]) => ({ key, field, some: valuesOf(field) }))
  const most = Math.max(0, ...values.map(({ some }) => some.length))
  return Array.from({ length: most + 1 }, (_, at) => {
    const used = values.filter(({ field }) => at > 0 || field.optional !== true)
    const input = Object.fromEntries(used.map(({ key, some }, nth) => [key, some[(at + nth) % some.length]]))
    const serialOf = (lockID: number) => (lockID === known.lockID ? serialCode : undefined)
    const line = terminalLine(command, lineWords(command, input, serialOf))
    if (line === null) throw new Error(`${command.id} has no line`)
    return { command, input, line, fields: Object.fromEntries(used.map(({ key, field }) => [key, field])) }
  })
}

/** The arguments of each line as a POSIX shell passes them to a program. */
const wordsOf = (lines: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> => {
  const script = lines.map((line) => `printf '%s\\0' ${line}; printf '\\1'`).join("\n")
  const out = execFileSync("/bin/sh", { input: script }).toString("utf8")
  return out
    .split("\u0001")
    .slice(0, -1)
    .map((words) => words.split("\0").slice(0, -1))
}

it("parses every printed command line back to the same inputs, with any characters", async () => {
  const specs = deriveSpecs()
  const copied = commands
    .filter(
      ({ terminal, input }) =>
        terminal !== undefined &&
        !Object.values(input).some(({ picks, optional }) => picks === "file" && optional !== true)
    )
    .flatMap(copiedLines)
  const words = wordsOf(copied.map(({ line }) => line))
  expect(new Set(copied.map(({ command }) => command.id)).size).toBeGreaterThan(40)
  for (const [at, { command, fields, input, line }] of copied.entries()) {
    const [program, ...argv] = words[at] ?? []
    const parsed = parseCommandLine(argv, specs)
    if (parsed.kind !== "run") throw new Error(`${line} asks for ${parsed.kind}`)
    expect([program, parsed.spec.id]).toEqual(["lockdesk", command.id])
    const { given, flags } = parsed
    // The command itself looks up lists of facility names.
    const [many, single] = [true, false].map((wanted) =>
      Object.fromEntries(Object.entries(fields).filter(([, field]) => (field.many === true) === wanted))
    ) as [InputFields, InputFields]
    for (const key of Object.keys(many)) expect([line, given[key]]).toEqual([line, input[key]])
    const call = { spec: parsed.spec, given, flags, terminal: { mayAsk: false }, target: () => ({ facility: null }) }
    const read = await server.call(token, (client) =>
      Effect.provideService(readInput(call as unknown as Call, single), ApiClient, client)
    )
    const expected = Object.fromEntries(Object.keys(single).map((key) => [key, input[key]]))
    expect([line, read]).toEqual([line, expected])
  }
})
