import { constants } from "node:os"
import { exitCodes } from "./exitCodes.ts"
import { version } from "#core/base/version.ts"
import { rootHelp } from "./help.ts"
import { completeWord } from "./completion/completeWord.ts"
import { loadRun } from "./loadRun.ts"
import { type Environment, readEnvironment } from "./local/environment.ts"
import { columnsOf } from "./output/columnsOf.ts"
import { type Failure, type FailureFacts, failureJson, failureText, isFailure } from "./output/Failure.ts"
import type { Streams } from "./output/Terminal.ts"
import { wrappedMessage } from "./output/wrapped.ts"
import { needsCommand, parseCommandLine } from "./parse.ts"
import type { GlobalValues } from "./specs/globalOptions.ts"
import { loadSpecs } from "./commands/loadSpecs.ts"

/** Opened on first use, because most commands never read stdin and opening it takes as long as parsing the command. */
const processStreams: Streams = {
  get stdin() {
    return process.stdin
  },
  get stdout() {
    return process.stdout
  },
  get stderr() {
    return process.stderr
  }
}

/** What a command line uses of its surroundings. */
interface Surroundings {
  readonly streams: Streams
  readonly environment: Environment
  /** Aborting it acts like Ctrl+C. */
  readonly signal: AbortSignal
}

/** Runs the command line of this process and returns its exit code. */
export const main = async (argv: ReadonlyArray<string>): Promise<number> => {
  const stop = stopSignal()
  const environment = readEnvironment()
  endWithReader(environment)
  const code = await runLine(argv, { streams: processStreams, environment, signal: stop.signal })
  return code === exitCodes.interrupted ? stop.code() : code
}

/**
 * Runs a command line and returns its exit code after all output is written. Help and parsing load neither Effect nor Ink nor
 * the server.
 */
export const runLine = async (argv: ReadonlyArray<string>, surroundings: Surroundings): Promise<number> => {
  const code = await codeOf(argv, surroundings)
  await flushed(surroundings.streams)
  return code
}

const codeOf = async (argv: ReadonlyArray<string>, surroundings: Surroundings): Promise<number> => {
  const { streams, environment, signal } = surroundings
  const say = (text: string): number => {
    streams.stdout.write(text)
    return exitCodes.done
  }
  const finish = ({ code, failure }: { readonly code: number; readonly failure: Failure | null }): number => {
    if (failure !== null) {
      report(
        surroundings,
        failure.facts,
        argv.some((word) => /^--(json|ndjson)(=|$)/.test(word))
      )
    }
    return code
  }
  const specs = await loadSpecs()
  const atTerminal = streams.stdin.isTTY && streams.stdout.isTTY && !environment.dumb
  const palette = async (flags: GlobalValues): Promise<number> => {
    const { openPalette } = await import("./screens/openPalette.ts")
    return finish(await openPalette(streams, specs, signal, environment, flags))
  }
  if (argv.length === 0) {
    if (atTerminal) return palette({})
    streams.stderr.write(rootHelp(specs))
    return exitCodes.usage
  }
  if (argv[0] === completeWord) {
    const { completionReply } = await import("./completion/completionReply.ts")
    return say(await completionReply(argv.slice(1), specs, environment, signal))
  }
  try {
    const parsed = parseCommandLine(argv, specs)
    if (parsed.kind === "version") return say(`${version}\n`)
    if (parsed.kind === "help") return say(parsed.text)
    if (parsed.kind === "palette") {
      if (atTerminal) return palette(parsed.flags)
      throw needsCommand()
    }
    const { runCommand } = await loadRun(parsed.spec.noun)
    return finish(await runCommand(parsed, streams, signal, environment))
  } catch (error) {
    if (!isFailure(error)) throw error
    return finish({ code: error.facts.exit, failure: error })
  }
}

/** Reports a failure: as one JSON object without a terminal or with JSON, otherwise as text. */
const report = (
  { streams: { stderr }, environment }: Pick<Surroundings, "streams" | "environment">,
  facts: FailureFacts,
  json: boolean
): void => {
  const columns = columnsOf(stderr, environment.columns)
  const text = json || columns === null ? failureJson(facts) : wrappedMessage(failureText(facts), columns)
  stderr.write(`${text}\n`)
}

/** Resolves when all output is written. */
const flushed = ({ stdout, stderr }: Streams): Promise<unknown> =>
  Promise.all([stdout, stderr].map((stream) => new Promise<void>((resolve) => stream.write("", () => resolve()))))

/** npm and the scripts that start us pass on a Ctrl+C that the terminal has sent to us, too: within this time, it is the same one. */
const sameKeyMillis = 500
/** How long a command may take to end after it was terminated or lost its terminal, when no one can press Ctrl+C again. */
const endingMillis = 60_000

/**
 * Ctrl+C, SIGTERM and a closed terminal ask the command to end, so that it removes unfinished files and says how to resume. A
 * second Ctrl+C forces it. `code` is the exit code of an interrupted command: 128 plus the signal's number.
 */
const stopSignal = (): { readonly signal: AbortSignal; readonly code: () => number } => {
  const controller = new AbortController()
  let code: number = exitCodes.interrupted
  let first = 0
  const stop = (name: "SIGINT" | "SIGTERM" | "SIGHUP") => {
    const at = performance.now()
    if (controller.signal.aborted) {
      if (name === "SIGINT" && at - first > sameKeyMillis) process.exit(code)
      return
    }
    first = at
    code = 128 + constants.signals[name]
    if (name !== "SIGINT") setTimeout(() => process.exit(code), endingMillis).unref()
    controller.abort()
  }
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, stop)
  return { signal: controller.signal, code: () => code }
}

/**
 * `lockdesk ... | head`: a reader that closes the pipe ends the command silently, and not with 0, because it may not have done
 * everything. Without a reader of messages it continues: a change must not stop half way because nobody reads its progress.
 */
const endWithReader = (environment: Environment): void => {
  processStreams.stderr.on("error", () => undefined)
  processStreams.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(exitCodes.unread)
    const exit = exitCodes.failed
    const message = `The output couldn't be written: ${error.message}.`
    const next = "Free some space, or write it somewhere else."
    report({ streams: processStreams, environment }, { code: "CannotWrite", message, next, exit }, false)
    process.exit(exit)
  })
}
