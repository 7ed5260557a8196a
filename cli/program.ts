import { exitCodes } from "./exitCodes.ts"
import { version } from "#core/base/version.ts"
import { rootHelp } from "./help.ts"
import { loadRun } from "./loadRun.ts"
import { type Environment, readEnvironment } from "./local/environment.ts"
import { type Failure, failureJson, failureText, isFailure } from "./output/Failure.ts"
import type { Streams } from "./output/Terminal.ts"
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
  endWithReader()
  return runLine(argv, { streams: processStreams, environment: readEnvironment(), signal })
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

const codeOf = async (argv: ReadonlyArray<string>, { streams, environment, signal }: Surroundings): Promise<number> => {
  const say = (text: string): number => {
    streams.stdout.write(text)
    return exitCodes.done
  }
  /** Reports a failure: as one JSON object without a terminal or with JSON, otherwise as text. */
  const finish = ({ code, failure }: { readonly code: number; readonly failure: Failure | null }): number => {
    if (failure !== null) {
      const json = !streams.stderr.isTTY || argv.some((word) => /^--(json|ndjson)(=|$)/.test(word))
      streams.stderr.write(`${json ? failureJson(failure.facts) : failureText(failure.facts)}\n`)
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

/** `lockdesk ... | head`: a reader that closes the pipe ends the command silently. */
const endWithReader = (): void => {
  processStreams.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(exitCodes.done)
    const facts = {
      code: "CannotWrite",
      message: `The output couldn't be written: ${error.message}.`,
      next: "Free some space, or write it somewhere else.",
      exit: exitCodes.failed
    }
    processStreams.stderr.write(`${processStreams.stderr.isTTY ? failureText(facts) : failureJson(facts)}\n`)
    process.exit(facts.exit)
  })
}
