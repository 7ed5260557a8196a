import { readFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { Script } from "node:vm"

/** Loads another script of the bundle. */
export type Load = (name: string) => unknown
/** Imports a module of the bundle: `./conf.js`. */
export type Bring = (name: string) => Promise<unknown>

/** The scripts loaded by this process, by name: the bundler creates their caches from this. */
export const loadedScripts = new Map<string, Script>()

/**
 * Loads a script of the bundle and returns its exports. Its cache holds the compiled form of every function that ran when the
 * bundle was created. Node's own compile cache is written before anything runs, so every function would still be compiled at
 * every start; this one saves a quarter of a command's startup. V8 ignores a cache from another Node version; a cache of
 * another script can't occur, because both names contain the script's hash.
 */
export const loadScript = (folder: string, name: string): unknown => {
  const filename = join(folder, `${name}.js`)
  const cachedData = readIfThere(join(folder, `${name}.cache`))
  const script = new Script(readFileSync(filename, "utf8"), {
    filename,
    ...(cachedData === undefined ? {} : { cachedData })
  })
  loadedScripts.set(name, script)
  const module: { exports: unknown } = { exports: {} }
  const run = script.runInThisContext() as (
    module: { exports: unknown },
    load: Load,
    bring: Bring,
    folder: string
  ) => void
  // Effect writes a stack trace while it loads, unless they are disabled: 1.6 ms in a script of one long line.
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    run(
      module,
      (other) => loadScript(folder, other),
      (other) => import(pathToFileURL(join(folder, other)).href),
      folder
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
