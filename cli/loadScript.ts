import { readFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { Script } from "node:vm"

/** Loads another script of the bundle. */
export type Load = (name: string) => unknown
/** Imports a module of the bundle: `./conf.js`. */
export type Bring = (name: string) => Promise<unknown>

/** The scripts this process has loaded, by name: the bundler makes their caches of them. */
export const loadedScripts = new Map<string, Script>()

/**
 * Loads a script of the bundle and returns what it exports. Its cache holds the compiled form of every function that ran
 * when the bundle was made. Node's own compile cache is written before anything has run, so that every function is still
 * compiled at every start; this one takes a quarter off the start of a command. A cache of another version of Node is left
 * aside by V8; one of another script cannot be met, because the names of both are made of the script's content.
 */
export const loadScript = (folder: string, name: string): unknown => {
  const filename = join(folder, `${name}.js`)
  const cachedData = readIfThere(join(folder, `${name}.cache`))
  const script = new Script(readFileSync(filename, "latin1"), {
    filename,
    ...(cachedData === undefined ? {} : { cachedData })
  })
  loadedScripts.set(name, script)
  const module: { exports: unknown } = { exports: {} }
  const run = script.runInThisContext() as (module: { exports: unknown }, load: Load, bring: Bring) => void
  // Effect writes a stack trace as it loads, unless there are none: 1.6 ms in a script of one long line.
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    run(
      module,
      (other) => loadScript(folder, other),
      (other) => import(pathToFileURL(join(folder, other)).href)
    )
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
  return module.exports
}

const readIfThere = (file: string): Buffer | undefined => {
  try {
    return readFileSync(file)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return undefined
    throw cause
  }
}
