/**
 * `node scripts/buildWeb.ts [--if-stale] [--out FOLDER]`: builds the console into dist/web, where the server looks for it, with
 * precompressed versions of every text file, and prints what the first screens load.
 *
 * A server may be serving the folder during the build: new files are added under their own names, the page that refers to them
 * is replaced last, atomically, and only then are the old files deleted.
 */
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync
} from "node:fs"
import { dirname, join, relative, resolve } from "node:path"
import { parseArgs } from "node:util"
import { hash } from "node:crypto"
import { brotliCompressSync, constants, gzipSync } from "node:zlib"
import { build, type Plugin } from "vite"
import { commandHeadsOfConsole } from "./commandHeads.ts"
import { derivedCallsOfConsole } from "./derivedCalls.ts"
import { derivedEndpointsOfConsole } from "./derivedEndpoints.ts"
import { buildMark } from "../web/vite.config.ts"
import { type BuiltWeb, firstLoads, webMapsFolder, webRecordFile } from "./webFirstLoads.ts"

const root = join(import.meta.dirname, "..")
const { values } = parseArgs({
  options: { "if-stale": { type: "boolean", default: false }, out: { type: "string", default: join(root, "dist/web") } }
})
const out = resolve(values.out)
// Always build for production: in a test, NODE_ENV would select React's development build.
process.env["NODE_ENV"] = "production"
const recordFile = webRecordFile(out)

const page = "index.html"
const isText = /\.(js|css|html|svg|json|txt|webmanifest)$/
/** Inputs of the build besides its modules. Adding a file changes the folder's time. */
const own = [
  "package-lock.json",
  "scripts/buildWeb.ts",
  "scripts/derivedCalls.ts",
  "web/index.html",
  "web/smallLibraries.ts",
  "web/vite.config.ts",
  "web/public",
  ...globSync("web/public/**", { cwd: root })
]

const readRecord = (): BuiltWeb | null =>
  existsSync(recordFile) ? (JSON.parse(readFileSync(recordFile, "utf8")) as BuiltWeb) : null

const changedAt = (file: string): number => statSync(join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? Infinity

/** Whether an input of the console is newer than it, or missing. */
const isStale = (): boolean => {
  const before = readRecord()
  if (before === null || before.outputs.some((file) => !existsSync(join(out, file)))) return true
  const built = statSync(recordFile).mtimeMs
  return [...before.inputs, ...own].some((file) => changedAt(file) > built)
}

/** Records the modules of a build: a console is stale if one of them is newer. */
const noteInputs = (inputs: Set<string>): Plugin => ({
  name: "note-inputs",
  generateBundle() {
    for (const id of this.getModuleIds()) {
      const file = relative(root, id.replace(/[?#].*$/, ""))
      if (!file.startsWith("..") && !file.includes("node_modules/") && existsSync(join(root, file))) inputs.add(file)
    }
  }
})

const compress = (file: string): void => {
  const bytes = readFileSync(file)
  writeFileSync(
    `${file}.br`,
    brotliCompressSync(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
    })
  )
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
}

const filesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()

/** Puts the hash of all served files in place of the mark, which is as long, so that positions stay the same. */
const nameByHash = (folder: string): void => {
  const files = filesIn(folder).map((name) => ({ name, bytes: readFileSync(join(folder, name)) }))
  const served = files.filter(({ name }) => !name.endsWith(".map"))
  const facts = served.map(({ name, bytes }) => `${name} ${hash("sha256", bytes)}`).join("\n")
  const build = hash("sha256", facts, "base64url").slice(0, buildMark.length)
  for (const { name, bytes } of files) {
    rmSync(join(folder, name))
    const named = isText.test(name) || name.endsWith(".map") ? bytes.toString().replaceAll(buildMark, build) : bytes
    writeFileSync(join(folder, name.replace(buildMark, build)), named)
  }
}

/** Moves the source maps out of the folder that is served. Maps of earlier builds are deleted. */
const moveMaps = (folder: string): void => {
  const maps = webMapsFolder(out)
  rmSync(maps, { recursive: true, force: true })
  for (const name of filesIn(folder).filter((file) => file.endsWith(".map"))) {
    mkdirSync(dirname(join(maps, name)), { recursive: true })
    copyFileSync(join(folder, name), join(maps, name))
    rmSync(join(folder, name))
  }
}

/** Puts one file in place atomically. */
const place = (from: string, name: string): void => {
  const target = join(out, name)
  mkdirSync(dirname(target), { recursive: true })
  copyFileSync(join(from, name), `${target}.${process.pid}.new`)
  renameSync(`${target}.${process.pid}.new`, target)
}

const make = async (): Promise<void> => {
  mkdirSync(dirname(out), { recursive: true })
  const folder = mkdtempSync(`${out}-`)
  const started = new Date()
  try {
    const inputs = new Set<string>()
    await build({
      configFile: join(root, "web/vite.config.ts"),
      logLevel: "error",
      plugins: [noteInputs(inputs), derivedEndpointsOfConsole(), derivedCallsOfConsole(), commandHeadsOfConsole()],
      build: { outDir: folder, emptyOutDir: true, manifest: "manifest.json", reportCompressedSize: false }
    })
    nameByHash(folder)
    const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")) as BuiltWeb["manifest"]
    rmSync(join(folder, "manifest.json"))
    moveMaps(folder)
    for (const name of filesIn(folder)) if (isText.test(name)) compress(join(folder, name))
    const outputs = filesIn(folder)
    const ofThePage = (name: string): boolean => name.startsWith(page)
    for (const name of outputs) if (!ofThePage(name)) place(folder, name)
    for (const name of outputs.filter(ofThePage).toReversed()) place(folder, name)
    for (const name of filesIn(out)) if (!outputs.includes(name)) rmSync(join(out, name))
    writeFileSync(
      recordFile,
      JSON.stringify({ inputs: [...inputs].sort(), outputs, manifest } satisfies BuiltWeb, null, 2)
    )
    // Changes made during the build are not included.
    utimesSync(recordFile, started, started)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} KB`

const report = (): void => {
  for (const { screen, scripts, styles, files } of firstLoads(out)) {
    process.stdout.write(
      `${screen.padEnd(10)} ${kilobytes(scripts)} of scripts and ${kilobytes(styles)} of styles, gzipped, in ${files} files\n`
    )
  }
}

if (!values["if-stale"] || isStale()) {
  await make().then(report, (error: unknown) => {
    process.stderr.write(`The console was not built, and the one before is untouched: ${String(error)}\n`)
    process.exitCode = 1
  })
}
