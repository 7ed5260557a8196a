import { readFileSync } from "node:fs"
import { join } from "node:path"
import { PassThrough, Readable } from "node:stream"
import { text } from "node:stream/consumers"
import { readEnvironment } from "#cli/local/environment.ts"
import { loadScript } from "#cli/loadScript.ts"
import type { Streams } from "#cli/output/Terminal.ts"
import type { Ended, RunOptions } from "./lockdesk.ts"

const dist = join(import.meta.dirname, "../../../dist")

/** The built program, loaded anew as in a new process: no command sees what the one before has kept. */
const loadProgram = (): typeof import("#cli/program.ts") => {
  const { outputs } = JSON.parse(readFileSync(join(dist, "bundle.json"), "utf8")) as { outputs: ReadonlyArray<string> }
  const file = outputs.find((each) => /^program-.*\.js$/.test(each)) ?? ""
  return loadScript(dist, file.replace(/\.js$/, "")) as typeof import("#cli/program.ts")
}

let last: Promise<unknown> = Promise.resolve()

/** Runs a command line of the built program with pipes in this process, after the one before: both need its working folder. */
export const runHere = (args: ReadonlyArray<string>, options: Required<RunOptions>): Promise<Ended> => {
  const run = last.then(() => runNow(args, options))
  last = run.catch(() => undefined)
  return run
}

const runNow = async (args: ReadonlyArray<string>, { stdin, env, cwd }: Required<RunOptions>): Promise<Ended> => {
  const pipe = (): PassThrough => Object.assign(new PassThrough(), { isTTY: false })
  const [stdout, stderr] = [pipe(), pipe()]
  const streams = { stdin: Readable.from(stdin === "" ? [] : [Buffer.from(stdin)]), stdout, stderr }
  const written = Promise.all([text(stdout), text(stderr)])
  const before = process.cwd()
  process.chdir(cwd)
  try {
    const code = await loadProgram().runLine(args, {
      streams: streams as unknown as Streams,
      environment: readEnvironment(env),
      signal: new AbortController().signal
    })
    stdout.end()
    stderr.end()
    const [out, err] = await written
    return { code, stdout: out, stderr: err }
  } finally {
    process.chdir(before)
  }
}
