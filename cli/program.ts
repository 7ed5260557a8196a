import { exitCodes } from "./exitCodes.ts"
import { version } from "#core/base/version.ts"
import { rootHelp } from "./help.ts"
import { loadRun } from "./loadRun.ts"
import { type Environment, readEnvironment } from "./local/environment.ts"
import { columnsOf } from "./output/columnsOf.ts"
import { type Failure, type FailureFacts, failureJson, failureText, isFailure } from "./output/Failure.ts"
import type { Streams } from "./output/Terminal.ts"
import { wrappedMessage } from "./output/wrapped.ts"
import { parseCommandLine } from "./parse.ts"
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
export const main = (argv: ReadonlyArray<string>): Promise<number> => {
  const signal = interruptSignal()
  const environment = readEnvironment()
  endWithReader(environment)
  return runLine(argv, { streams: processStreams, environment, signal })
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
  if (argv.length === 0) {
    if (!streams.stdin.isTTY || !streams.stdout.isTTY) {
      streams.stderr.write(rootHelp(specs))
      return exitCodes.usage
    }
    const { openPalette } = await import("./screens/openPalette.ts")
    return finish(await openPalette(streams, specs, signal, environment))
  }
  try {
    const parsed = parseCommandLine(argv, specs)
    if (parsed.kind === "version") return say(`${version}\n`)
    if (parsed.kind === "help") return say(parsed.text)
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

/** The first Ctrl+C asks the command to end, the second one forces it. */
const interruptSignal = (): AbortSignal => {
  const controller = new AbortController()
  process.on("SIGINT", () => {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted)
    controller.abort()
  })
  return controller.signal
}

/**
 * `lockdesk ... | head`: a reader that closes the pipe ends the command silently. Without a reader of messages it continues: a
 * change must not stop half way because nobody reads its progress.
 */
const endWithReader = (environment: Environment): void => {
  processStreams.stderr.on("error", () => undefined)
  processStreams.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(exitCodes.done)
    const exit = exitCodes.failed
    const message = `The output couldn't be written: ${error.message}.`
    const next = "Free some space, or write it somewhere else."
    report({ streams: processStreams, environment }, { code: "CannotWrite", message, next, exit }, false)
    process.exit(exit)
  })
}
