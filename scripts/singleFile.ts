/**
 * `node scripts/singleFile.ts [FILE]`: packs the terminal companion, the server, the console and the embedded database into one
 * file (dist/single/lockdesk.mjs) that needs only Node 24.
 *
 * It unpacks itself (singleFileHead.mjs). Running all the code from a single file was measured and rejected: node parses all of
 * it before its first line runs, and the database's WebAssembly would have to be decoded at every start.
 */
import { createHash } from "node:crypto"
import { chmodSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { brotliCompressSync, constants } from "node:zlib"
import { spawnSync } from "node:child_process"

const root = join(import.meta.dirname, "..")
const target = resolve(process.argv[2] ?? join(root, "dist/single/lockdesk.mjs"))

for (const script of ["bundle.ts", "buildWeb.ts"]) {
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, script), "--if-stale"], {
    stdio: "inherit"
  })
  if (status !== 0) throw new Error(`${script} failed; its reason stands above`)
}

const database = "node_modules/@electric-sql/pglite"

/** Each file by its name in the unpacked folder, and its path in the clone. */
const files = new Map<string, string>([
  ...globSync(["*.js", "*.cache", "{specs,calls}-*.json", "web/**/*.*"], { cwd: join(root, "dist") }).map(
    (name) => [name, join(root, "dist", name)] as const
  ),
  ...globSync(
    ["package.json", "LICENSE*", "dist/*.js", "dist/*.wasm", "dist/*.data", "dist/fs/*.js", "dist/contrib/pg_trgm.js"]
      .concat("dist/pg_trgm.tar.gz")
      .map((pattern) => join(database, pattern)),
    { cwd: root }
  ).map((name) => [name, join(root, name)] as const)
])

const contents = [...files]
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([name, path]) => ({ name, bytes: readFileSync(path) }))
// Marks ES modules: otherwise node would have to guess the type of .js files.
contents.push({ name: "package.json", bytes: Buffer.from('{"type":"module"}') })
// Its time is the last use of the folder. Written last, so a folder that has it is complete.
contents.push({ name: "used", bytes: Buffer.alloc(0) })

const index = JSON.stringify(contents.map(({ name, bytes }) => [name.replaceAll("\\", "/"), bytes.length]))
const whole = Buffer.concat([Buffer.from(`${index}\0`), ...contents.map(({ bytes }) => bytes)])
// Quality 9 makes the file 6% smaller, and takes 19 s instead of 2.
const packed = brotliCompressSync(whole, {
  params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_LGWIN]: 24 }
})
const head = readFileSync(join(import.meta.dirname, "singleFileHead.mjs"), "utf8").replace(
  "CONTENT",
  createHash("sha256").update(whole).digest("hex").slice(0, 16)
)
mkdirSync(dirname(target), { recursive: true })
writeFileSync(target, `${head}/*${packed.toString("base64")}*/\n`)
chmodSync(target, 0o755)
process.stdout.write(`${target}: ${(packed.length / 0.75 / 1e6).toFixed(1)} MB, ${contents.length} files\n`)
