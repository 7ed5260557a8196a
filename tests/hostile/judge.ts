import { Option, Schema } from "effect"
import { problemStatus, words } from "#core/api/problem.ts"
import { problemOfBody } from "#core/api/problemClasses.ts"
import { foreignText, unnamedSerials } from "./attackers.ts"
import type { ContractCall } from "./contractCalls.ts"
import type { RawAnswer } from "./sendRequest.ts"
import type { Written } from "./writeOut.ts"

/** Internal words of the database, the code and the machine. No request contains them, so a response that does leaks them. */
const innards =
  /SQLSTATE|relation "|column "|constraint|duplicate key|syntax error|pg_(catalog|trgm|notify|advisory|stat|class|wal)|[Pp]ostgre|PGlite|PgConnection|SqlError|Effect\.|FiberFailure|node_modules|core\/server|\.ts:\d|\bat \w+ \(|ENOENT|ECONN|\/tmp\//

const foreign = new RegExp(`${foreignText}|\\b(${unnamedSerials.join("|")})\\b`, "i")

/** Calls with which site-level roles choose among all companies; company users are refused. */
const ofAllCompanies: ReadonlySet<string> = new Set(["companies.list"])

const Envelope = Schema.Struct({
  error: Schema.NonEmptyString,
  code: Schema.NonEmptyString,
  requestId: Schema.String.check(Schema.isPattern(/^[0-9a-z-]{6,40}$/)),
  data: Schema.optionalKey(Schema.Unknown)
})

/** Failures the server can return for any call, without the call declaring them. */
const universal = new Map<string, number>([
  ["NoSuchCall", 404],
  ["MethodNotAllowed", 405],
  ["TooLarge", 413],
  ["WrongContentType", 415],
  ["BodyEncoded", 415]
])

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const fits = (schemas: ReadonlyArray<Schema.Top> | undefined, value: unknown): boolean =>
  (schemas ?? []).some((schema) => Option.isSome(Schema.decodeUnknownOption(schema as Schema.Codec<unknown>)(value)))

/** What is wrong with a response's failure envelope. */
const judgeFailure = (
  { status, headers }: RawAnswer,
  body: unknown,
  call: ContractCall | null
): ReadonlyArray<string> => {
  const envelope = Option.getOrNull(Schema.decodeUnknownOption(Envelope)(body))
  if (envelope === null) return ["a failure that is not the envelope"]
  const wrong: Array<string> = []
  const { code, requestId } = envelope
  if (requestId !== headers["x-request-id"]) wrong.push("the request id of the body is not that of the header")
  const problem = problemOfBody(envelope)
  if (problem === null) return [...wrong, `a failure ${code} that is none of ours`]
  if (problemStatus(problem) !== status) wrong.push(`${code} with the status ${status}`)
  if (words(problem).error !== envelope.error) wrong.push(`${code} in other words than those of the table`)
  if (call !== null && universal.get(code) !== status && !fits(call.errors.get(status), body)) {
    wrong.push(`${code} is not among the failures that the call declares`)
  }
  return wrong
}

/**
 * What is wrong with a response, or nothing. Whatever was sent, it must not be a 500 or leak internals or another company's
 * data. It must be the failure envelope or, for a call of the contract, match its schemas; `call` is null for other requests.
 */
export const judge = (call: ContractCall | null, { method }: Written, answer: RawAnswer): ReadonlyArray<string> => {
  const { status, headers, text } = answer
  const wrong: Array<string> = []
  const all = `${text}\n${JSON.stringify(headers)}`
  if (status >= 500) wrong.push(`the status ${status}`)
  const [inside] = innards.exec(all) ?? []
  if (inside !== undefined) wrong.push(`something of the inside: ${inside}`)
  const [leaked] = call !== null && ofAllCompanies.has(call.name) ? [] : (foreign.exec(all) ?? [])
  if (leaked !== undefined) wrong.push(`something of another company: ${leaked}`)
  if (headers["set-cookie"] !== undefined) wrong.push("a header that was sent in a value")
  if (headers["x-content-type-options"] !== "nosniff") wrong.push("no x-content-type-options")
  if (method === "HEAD") return wrong
  const json = String(headers["content-type"]).startsWith("application/json")
  const body = json ? parse(text) : undefined
  if (json && body === undefined) wrong.push("JSON that is none")
  if (status >= 400) return [...wrong, ...judgeFailure(answer, body, call)]
  if (call?.files.includes(String(headers["content-type"])) === true) return wrong
  if (call !== null && !fits(call.successes.get(status), body)) wrong.push("a success that is not of the call's schema")
  return wrong
}
