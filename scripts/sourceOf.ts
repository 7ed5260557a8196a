/**
 * `npm run source-of POSITION...`: where in the sources a screen of the console crashed. Positions are as the server logs
 * them, such as `assets/ScanRoute-BgENhVR.js:1:500`. They must be of the console that was built last.
 */
import { existsSync, readFileSync } from "node:fs"
import { SourceMap, type SourceMapPayload } from "node:module"
import { dirname, join, relative } from "node:path"
import { webMapsFolder } from "./webFirstLoads.ts"

const root = join(import.meta.dirname, "..")
const maps = webMapsFolder(join(root, "dist/web"))

/** The position in the sources, relative to the clone, or why there is none. Lines and columns count from 1. */
const sourceOf = (position: string): string => {
  const [, script, line, column] = /(assets\/[\w.-]+\.js):(\d+):(\d+)/.exec(position) ?? []
  if (script === undefined) return "not a position such as assets/ScanRoute-BgENhVR.js:1:500"
  const file = join(maps, `${script}.map`)
  if (!existsSync(file)) return "of another build of the console: check out its commit and run npm run build"
  const map = new SourceMap(JSON.parse(readFileSync(file, "utf8")) as SourceMapPayload)
  const origin = map.findOrigin(Number(line), Number(column))
  if (!("fileName" in origin)) return "in no source"
  return `${relative(root, join(dirname(file), origin.fileName))}:${origin.lineNumber}:${origin.columnNumber}`
}

for (const position of process.argv.slice(2)) process.stdout.write(`${position} -> ${sourceOf(position)}\n`)
