/**
 * `node scripts/bundle.ts [--if-stale]`: builds the terminal companion and the server into dist/.
 *
 * lockdesk.js   what is run: version, parser, help and completion data; loads none of the others by itself
 * run.js        the commands, with Effect and the contract
 * openPalette.js, revealOnScreen.js, serveUntilStopped.js, conf.js   loaded by the one command that needs it
 * embeddedWorker.js   the thread of the embedded database; PGlite itself stays in node_modules, beside its data files
 *
 * One file for all was measured and dropped: node parses all of it before the first line runs, which made `--version` six
 * times as slow, and code that is loaded on demand inside one file cannot be freed of what it does not use.
 */
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, relative, resolve } from "node:path"
import { build, type BuildOptions, type BuildResult } from "esbuild"
import { bundlePlugins } from "./bundlePlugins.ts"

const root = join(import.meta.dirname, "..")
const out = join(root, "dist")
const manifest = join(out, "bundle.json")

/** Files that are loaded on demand, each an entry of its own. `conf` is a package. */
const onDemand = {
  openPalette: "cli/screens/openPalette.ts",
  revealOnScreen: "cli/screens/revealOnScreen.ts",
  serveUntilStopped: "cli/local/serveUntilStopped.ts",
  conf: "conf"
}

interface Manifest {
  /** Files the bundle is made of, from the top of the clone. */
  readonly inputs: ReadonlyArray<string>
  /** Files it consists of, in dist/. */
  readonly outputs: ReadonlyArray<string>
}

const readManifest = (): Manifest | null =>
  existsSync(manifest) ? (JSON.parse(readFileSync(manifest, "utf8")) as Manifest) : null

const changedAt = (file: string): number => statSync(join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? Infinity

/** Whether something the bundle is made of is newer than the bundle, or gone. */
const isStale = (): boolean => {
  const before = readManifest()
  if (before === null || before.outputs.some((file) => !existsSync(join(out, file)))) return true
  const built = statSync(manifest).mtimeMs
  return [...before.inputs, "package-lock.json", "scripts/bundle.ts", "scripts/bundlePlugins.ts"].some(
    (file) => changedAt(file) > built
  )
}

const options = async (): Promise<BuildOptions & { readonly metafile: true; readonly write: false }> => ({
  absWorkingDir: root,
  outdir: out,
  bundle: true,
  write: false,
  metafile: true,
  format: "esm",
  platform: "node",
  target: "node24",
  jsx: "automatic",
  minify: true,
  charset: "ascii",
  legalComments: "none",
  logLevel: "warning",
  define: { "process.env.NODE_ENV": '"production"', "process.env.DEV": '"false"' },
  // PGlite finds its WebAssembly and data beside its own file; the others are optional accelerators nobody needs.
  external: ["@electric-sql/pglite", "tsx", "bufferutil", "utf-8-validate", "@node-rs/xxhash", "@opentelemetry/api"],
  plugins: await bundlePlugins(Object.keys({ ...onDemand, run: "" }))
})

const bundle = async (): Promise<ReadonlyArray<BuildResult<{ metafile: true; write: false }>>> => {
  const shared = await options()
  return Promise.all([
    build({ ...shared, entryPoints: { lockdesk: "cli/main.ts" } }),
    build({ ...shared, entryPoints: { run: "cli/run.ts" } }),
    // These share what two of them need; that costs a few more files to load, where it does not count.
    build({ ...shared, entryPoints: onDemand, splitting: true, chunkNames: "shared-[hash]" }),
    build({ ...shared, entryPoints: { embeddedWorker: "core/server/db/embeddedWorker.ts" } })
  ])
}

/** Writes the files so that a process which starts meanwhile finds either bundle whole, but for one moment at the end. */
const write = (results: ReadonlyArray<BuildResult<{ metafile: true; write: false }>>): void => {
  mkdirSync(out, { recursive: true })
  const before = readManifest()
  const files = results.flatMap((result) => result.outputFiles)
  for (const { path, contents } of files) writeFileSync(`${path}.${process.pid}.new`, contents)
  for (const { path } of files) renameSync(`${path}.${process.pid}.new`, path)
  const outputs = files.map(({ path }) => relative(out, path))
  for (const gone of before?.outputs ?? []) if (!outputs.includes(gone)) rmSync(join(out, gone), { force: true })
  const inputs = [...new Set(results.flatMap((result) => Object.keys(result.metafile.inputs)))]
  const own = inputs.filter((file) => !file.includes("node_modules/") && existsSync(resolve(root, file)))
  writeFileSync(manifest, JSON.stringify({ inputs: own.sort(), outputs: outputs.sort() } satisfies Manifest, null, 2))
}

/** Runs the bundle once, so that its compile cache is there from the first real start on. */
const warm = (): void => {
  rmSync(join(out, ".compile-cache"), { recursive: true, force: true })
  const folder = mkdtempSync(join(tmpdir(), "lockdesk-bundle-"))
  // Nothing listens on port 1: the command goes as far as it can without a server.
  const env = {
    ...process.env,
    LOCKDESK_CONFIG_DIR: folder,
    LOCKDESK_HOST: "http://127.0.0.1:1",
    LOCKDESK_TOKEN: "none"
  }
  spawnSync(process.execPath, [join(root, "cli/bin.mjs"), "locks", "show", "00000000"], { env })
  rmSync(folder, { recursive: true })
}

if (!process.argv.includes("--if-stale") || isStale()) {
  write(await bundle())
  warm()
}
