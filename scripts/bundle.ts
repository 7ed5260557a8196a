/**
 * `node scripts/bundle.ts [--if-stale]`: builds the terminal companion and the server into dist/.
 *
 * lockdesk.js     the entry: prints the version, or loads the program
 * program-*.js    parser, help and the specs of the commands
 * run-NOUN-*.js   the commands of one noun, with Effect
 * specs-NOUN-*.json, calls-GROUP-*.json   what a noun's commands take, and how the calls of a group are made
 * openPalette.js, revealOnScreen.js, serveUntilStopped.js, simulateUntilStopped.js, conf.js   each loaded by the command that needs it
 * embeddedWorker.js   the thread of the embedded database; PGlite itself stays in node_modules, beside its data files
 * sheetWorker.js      the thread that writes an exported file
 * importFileWorker.js the thread that reads an imported file
 * logoWorker.js       the thread that reads an uploaded logo; sharp stays in node_modules, where it is installed
 *
 * A single file was measured and rejected: node parses all of it before its first line runs, which made `--version` six times as
 * slow, and tree shaking can't remove unused parts of code that is loaded on demand within one file.
 */
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import { build, type BuildOptions, type Plugin } from "esbuild"
import { nouns } from "#cli/commands/nouns.ts"
import { derivedTexts, folderName } from "./derivedTexts.ts"
import {
  bundlePlugins,
  currentBuffers,
  programAsScript,
  runByNoun,
  runInputs,
  runOfNoun,
  runsOfNouns
} from "./bundlePlugins.ts"

const root = join(import.meta.dirname, "..")
const out = join(root, "dist")
const manifest = join(out, "bundle.json")
const own = [
  "package-lock.json",
  "package.json",
  "scripts/bundle.ts",
  "scripts/bundlePlugins.ts",
  "scripts/derivedEndpoints.ts",
  "scripts/derivedTexts.ts",
  "scripts/effectByModule.ts",
  "scripts/warmBundle.ts"
]

/** Files that are loaded on demand, each with its own entry. `conf` is a package. */
const onDemand = {
  openPalette: "cli/screens/openPalette.ts",
  revealOnScreen: "cli/screens/revealOnScreen.ts",
  progressOnScreen: "cli/screens/progressOnScreen.ts",
  serveUntilStopped: "cli/local/serveUntilStopped.ts",
  simulateUntilStopped: "cli/local/simulateUntilStopped.ts",
  conf: "conf"
}

interface Manifest {
  /** Source files of the bundle, relative to the clone. */
  readonly inputs: ReadonlyArray<string>
  /** Output files in dist/. */
  readonly outputs: ReadonlyArray<string>
}

const readManifest = (): Manifest | null =>
  existsSync(manifest) ? (JSON.parse(readFileSync(manifest, "utf8")) as Manifest) : null

const changedAt = (file: string): number => statSync(join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? Infinity

/** Whether a source of the bundle is newer than it, or missing. */
const isStale = (): boolean => {
  const before = readManifest()
  if (before === null || before.outputs.some((file) => !existsSync(join(out, file)))) return true
  // A noun is a folder; a new one changes no existing file.
  const scripts = before.outputs.filter((file) => /^run-.*\.js$/.test(file))
  if (scripts.length !== nouns.length) return true
  const built = statSync(manifest).mtimeMs
  return [...before.inputs, ...own].some((file) => changedAt(file) > built)
}

const shared = {
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
  // PGlite finds its WebAssembly and data beside its own file; the others are optional accelerators that are not needed.
  external: ["@electric-sql/pglite", "tsx", "bufferutil", "utf-8-validate", "@node-rs/xxhash", "@opentelemetry/api"]
} as const satisfies BuildOptions

interface Made {
  readonly inputs: ReadonlyArray<string>
  readonly files: ReadonlyMap<string, Uint8Array>
}

const make = async (options: BuildOptions): Promise<Made> => {
  const { metafile, outputFiles } = await build({ ...shared, ...options } as BuildOptions & typeof shared)
  return {
    inputs: Object.keys(metafile.inputs),
    files: new Map(outputFiles.map(({ path, contents }) => [relative(out, path), contents]))
  }
}

/** Scripts for `cli/loadScript.ts`, by the name of their entry; each is named by a hash of its content. */
const makeScripts = async (entryPoints: Readonly<Record<string, string>>, plugins: Array<Plugin>) => {
  // One build for all of them: esbuild reads and parses a file once per build.
  const made = await make({
    entryPoints,
    plugins,
    format: "cjs",
    banner: { js: `(function(module,load,bring,${folderName}){` },
    footer: { js: "})" }
  })
  const scripts: Record<string, string> = {}
  const files = new Map<string, Uint8Array>()
  for (const name of Object.keys(entryPoints)) {
    // Importing modules from a script is experimental, so it gets a function that does.
    const contents = Buffer.from(
      Buffer.from(made.files.get(`${name}.js`) ?? [])
        .toString()
        .replace(/\bimport\(("\.\/\w+\.js")\)/g, "bring($1)")
    )
    const script = `${name}-${createHash("sha256").update(contents).digest("hex").slice(0, 12)}`
    scripts[name] = script
    files.set(`${script}.js`, contents)
  }
  return { scripts, made: { inputs: made.inputs, files } }
}

interface Bundle extends Made {
  readonly program: string
  /** The script of each noun. */
  readonly runs: ReadonlyArray<string>
}

const bundle = async (): Promise<Bundle> => {
  const texts = derivedTexts()
  const plugins = [texts.plugin, ...(await bundlePlugins(Object.keys(onDemand)))]
  const runs = await makeScripts(Object.fromEntries(nouns.map((noun) => [`run-${noun}`, runOfNoun(noun)])), [
    await runsOfNouns(),
    ...plugins
  ])
  const byNoun = Object.fromEntries(nouns.map((noun) => [noun, runs.scripts[`run-${noun}`] ?? ""]))
  const programs = await makeScripts({ program: "cli/program.ts" }, [runByNoun(byNoun), ...plugins])
  const program = programs.scripts["program"] ?? ""
  const made = [
    runs.made,
    programs.made,
    await make({ entryPoints: { lockdesk: "cli/main.ts" }, plugins: [programAsScript(program), ...plugins] }),
    // These share common code; loading a few more files does not matter there.
    await make({
      entryPoints: onDemand,
      splitting: true,
      chunkNames: "shared-[hash]",
      define: { ...shared.define, [folderName]: "import.meta.dirname" },
      plugins
    }),
    await make({ entryPoints: { embeddedWorker: "core/server/db/embeddedWorker.ts" }, plugins }),
    await make({
      entryPoints: { sheetWorker: "core/server/exports/sheetWorker.ts" },
      plugins: [currentBuffers(), ...plugins]
    }),
    await make({ entryPoints: { importFileWorker: "core/server/imports/importFileWorker.ts" }, plugins }),
    await make({ entryPoints: { logoWorker: "core/server/subdomains/logoWorker.ts" }, plugins })
  ]
  return {
    program,
    runs: Object.values(runs.scripts),
    inputs: [...runInputs, ...made.flatMap((each) => each.inputs)],
    files: new Map([...texts.files, ...made.flatMap((each) => [...each.files])])
  }
}

/** Writes each file atomically; the manifest comes last, so that an incomplete bundle counts as stale. */
const write = ({ program, runs, inputs, files }: Bundle): void => {
  mkdirSync(out, { recursive: true })
  const before = readManifest()
  for (const [name, contents] of files) {
    writeFileSync(join(out, `${name}.${process.pid}.new`), contents)
    renameSync(join(out, `${name}.${process.pid}.new`), join(out, name))
  }
  warm([program, ...runs])
  const outputs = [...files.keys()].sort()
  for (const gone of before?.outputs ?? []) {
    if (outputs.includes(gone)) continue
    rmSync(join(out, gone), { force: true })
    rmSync(join(out, gone.replace(/\.js$/, ".cache")), { force: true })
  }
  const sources = [...new Set(inputs)].filter((file) => !file.includes("node_modules/") && existsSync(join(root, file)))
  writeFileSync(manifest, JSON.stringify({ inputs: sources.sort(), outputs } satisfies Manifest, null, 2))
}

/** Runs the built scripts once and stores V8's compiled code. */
const warm = (scripts: ReadonlyArray<string>): void => {
  const { status, stderr } = spawnSync(process.execPath, [join(root, "scripts/warmBundle.ts"), out, ...scripts], {
    encoding: "utf8"
  })
  if (status !== 0) throw new Error(`the bundle does not run: ${stderr}`)
}

if (!process.argv.includes("--if-stale") || isStale()) write(await bundle())
