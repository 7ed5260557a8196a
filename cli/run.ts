import { Cause, Effect, Exit, Fiber, Layer, References } from "effect"
import { HttpClient } from "effect/http"
import { closest } from "#core/base/closest.ts"
import type { CompanyId } from "#core/base/ids.ts"
import { isThisMachine } from "#core/base/loopback.ts"
import { specifiedClient } from "#core/api/calls/specifiedClient.ts"
import { loadVerb } from "./commands/loadVerb.ts"
import type { Call } from "#cli/Call.ts"
import type { Verb } from "./commands/Verb.ts"
import { companyOfTarget } from "./input/companyInput.ts"
import { type ExitCode, exitCodes } from "./exitCodes.ts"
import { defaultHost, targetOf, tokenFor } from "./local/connection.ts"
import type { Environment } from "./local/environment.ts"
import { nodeHttpClient } from "./local/nodeHttp.ts"
import { withWaitingNotice } from "./local/waitingNotice.ts"
import { withChangeSent } from "./local/changeSent.ts"
import { readSettings, type Settings } from "./local/Settings.ts"
import { nothingToEdit } from "./nothingToEdit.ts"
import { changeHeader } from "#core/audit/undoableActions.ts"
import { isProblemOf } from "#core/api/problem.ts"
import { versionHeader } from "#core/base/version.ts"
import { withVersions } from "./output/withVersions.ts"
import { failureOf, failureOfCause } from "./output/failureOf.ts"
import { withCheck } from "./output/ConnectionLost.ts"
import { withSignIn } from "./withSignIn.ts"
import { otherLine } from "./output/resumeLine.ts"
import { Failure, isFailure, usageFailure } from "./output/Failure.ts"
import { formatOf } from "./output/format.ts"
import type { Asker } from "./output/Question.ts"
import { type Streams, Terminal } from "./output/Terminal.ts"
import type { Parsed } from "./parse.ts"
import type { CommandSpec } from "./specs/CommandSpec.ts"

/** The end of a run: its exit code, and a failure that is not reported yet. */
export interface Ended {
  readonly code: ExitCode
  readonly failure: Failure | null
}

/** Runs one command to its end; aborting `signal` acts like Ctrl+C. `asker` asks its questions. */
export const runCommand = async (
  { spec, given, flags }: Extract<Parsed, { readonly kind: "run" }>,
  streams: Streams,
  signal: AbortSignal,
  environment: Environment,
  asker?: Asker
): Promise<Ended> => {
  let host = defaultHost
  let server: string | null = null
  let resume: () => string | null = () => null
  try {
    const verb = await verbOfSpec(spec)
    const settings: Settings =
      verb.offline === true ? orElse(() => readSettings(environment.folder), {}) : readSettings(environment.folder)
    const format = formatOf(flags)
    const outputOptions = {
      format,
      quiet: flags.quiet === true,
      noInput: flags.noInput === true,
      color: flags.noColor !== true && !environment.noColor && settings.color !== "never",
      dumb: environment.dumb,
      columns: environment.columns
    }
    const terminal = new Terminal(streams, outputOptions, asker)
    resume = () => terminal.resume
    const nothing = nothingToEdit(spec, given)
    if (nothing !== null) throw nothing
    if (format.kind !== "table") mustBeFields(spec, format.fields)
    const target = () => targetOf(flags, environment, settings)
    const call: Call = { spec, given, flags, terminal, environment, settings, signal, target }
    reportUnusedFlags(call)

    const tokenNow = () => {
      const source = tokenFor(target(), environment)
      return source.from === "nowhere" ? null : source.token
    }
    host = verb.offline === true ? orElse(() => target().host, defaultHost) : target().host
    if (verb.offline !== true) warnOfPlainHttp(terminal, host)
    const token = verb.offline === true ? orElse(tokenNow, null) : tokenNow()
    let companyID: CompanyId | null = null
    let change: number | null = null
    const client = specifiedClient(
      {
        host,
        token: () => (verb.anonymous === true ? null : token),
        companyID: () => companyID
      },
      (headers) => {
        // The number by which a change can be undone.
        const seq = Number(headers[changeHeader])
        if (seq > 0) change = seq
        server = headers[versionHeader] ?? null
      }
    )
    const acting = Effect.gen(function* () {
      const found = actsForOne(verb) ? yield* companyOfTarget(target()) : null
      if (found !== null) {
        companyID = found.companyID
        terminal.actsFor(found.companyName)
        if (spec.risk !== "reads") terminal.talk(`Acting for ${found.companyName} (${found.companyID}).`)
      }
      return yield* verb.run(call).pipe(Effect.catchIf(isRefusal, (refusal) => refusedFirst(verb, refusal)))
    })
    let isSent = false
    const watched = withChangeSent(() => (isSent = true))(nodeHttpClient)
    const waiting = Layer.succeed(HttpClient.HttpClient, withWaitingNotice(terminal)(watched))
    const exit = await runInterruptibly(
      Effect.provide(acting, client.pipe(Layer.provideMerge(waiting))).pipe(
        // No spans are collected.
        Effect.provideService(References.TracerEnabled, false)
      ),
      signal
    )
    terminal.status(null)
    if (Exit.isSuccess(exit)) {
      if (change !== null && terminal.hints) terminal.talk(`Undo: ${otherLine(call, `undo ${change}`)}`)
      return { code: exit.value, failure: null }
    }
    const stopped = verb.untilStopped === true && Cause.hasInterruptsOnly(exit.cause)
    if (stopped) return { code: exitCodes.done, failure: null }
    const failure = withVersions(failureOfCause(exit.cause, host), server)
    const checked = verb.anonymous === true ? failure : withSignIn(withCheck(failure, call, verb.unseen, isSent), call)
    return endedBy(resumable(checked, resume()))
  } catch (error) {
    return endedBy(resumable(failureOf(error, host), resume()))
  }
}

/** Calls that do not depend on the company. */
const ofNoCompany: ReadonlySet<string> = new Set(["auth.login", "auth.logout", "companies.list", "companies.ofLock"])

/** Whether a verb acts for a company: it says so, or it makes a call that depends on one. */
const actsForOne = ({ command, ofCompany, offline, anonymous }: Verb): boolean =>
  ofCompany === true || ("does" in command && offline !== true && anonymous !== true && !ofNoCompany.has(command.id))

const isRefusal = isProblemOf("AccessDenied", "RoleNotAllowed", "FeatureNotIncluded")

/**
 * A verb may read other things first, such as the user of a name. If that is refused, and so would be the command itself, the
 * access to ask for is that of the command.
 */
const refusedFirst = ({ command }: Verb, refusal: unknown) =>
  Effect.gen(function* () {
    if ("does" in command) {
      const { mustBeAllowed } = yield* Effect.promise(() => import("./session.ts"))
      yield* mustBeAllowed(command)
    }
    return yield* Effect.fail(refusal)
  })

const endedBy = (failure: Failure | null): Ended => ({ code: failure?.facts.exit ?? exitCodes.failed, failure })

/** Exit codes that leave work unfinished: Ctrl+C, an unreachable or failing server, or a job that stopped. */
const leavesHalf: ReadonlySet<ExitCode> = new Set([
  exitCodes.interrupted,
  exitCodes.network,
  exitCodes.failed,
  exitCodes.partly,
  exitCodes.signedOut
])

/** A failure with the command that resumes the work. */
const resumable = (failure: Failure, line: string | null): Failure => {
  const { facts } = failure
  if (line === null || !leavesHalf.has(facts.exit)) return failure
  const next = facts.exit === exitCodes.interrupted ? "To continue, run the resume command below." : facts.next
  return new Failure({ ...facts, next, resume: line })
}

/** Reads something, with a fallback for commands that work without it; `doctor` reports the problem. */
const orElse = <A, B>(read: () => A, instead: B): A | B => {
  try {
    return read()
  } catch (error) {
    if (isFailure(error)) return instead
    throw error
  }
}

const runInterruptibly = async <A>(program: Effect.Effect<A, unknown>, signal: AbortSignal) => {
  const fiber = Effect.runFork(program)
  const interrupt = () => fiber.interruptUnsafe()
  if (signal.aborted) interrupt()
  signal.addEventListener("abort", interrupt, { once: true })
  const exit = await Effect.runPromise(Fiber.await(fiber))
  signal.removeEventListener("abort", interrupt)
  return exit
}

const verbOfSpec = async ({ noun, id }: CommandSpec): Promise<Verb> => {
  const verb = await loadVerb(noun, id)
  if (verb === undefined) throw new Error(`'${noun}' has no verb ${id}`)
  return verb
}

/** Refuses unknown field names of `--json` before anything is done. */
const mustBeFields = (spec: CommandSpec, fields: ReadonlyArray<string> | null): void => {
  const unknown = fields?.find((field) => !spec.fields.includes(field))
  if (unknown === undefined) return
  const near = closest(unknown, spec.fields)
  throw usageFailure(
    `The output has no field '${unknown}'.${near === undefined ? "" : ` Did you mean '${near}'?`}`,
    spec.fields.length === 0
      ? "Use --json without fields."
      : `It has: ${spec.fields.join(", ")}. If you meant an argument, put --json at the end.`,
    { field: "json" }
  )
}

/** Unencrypted traffic can be read on the way: passwords, the token, combinations. */
const warnOfPlainHttp = (terminal: Terminal, host: string): void => {
  const { protocol, hostname } = new URL(host)
  if (protocol === "https:" || isThisMachine(hostname)) return
  terminal.talk(
    `Warning: ${host} is not encrypted. Others on the network can read passwords and combinations. Use https.`
  )
}

/** Reports a global flag that has no effect on this command. */
const reportUnusedFlags = ({ spec, given, flags, terminal }: Call): void => {
  const uses = spec.inputs.some(
    ({ key, name, label, place, picks }) =>
      name === "facility" ||
      label === "Lock" ||
      (place === "argument" && (picks === "facility" || picks === "facilities") && given[key] === undefined)
  )
  if (flags.facility !== undefined && !uses) {
    terminal.talk(`--facility has no effect on ${spec.path.filter(Boolean).join(" ")}.`)
  }
}
