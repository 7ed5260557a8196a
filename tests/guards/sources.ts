import { existsSync, globSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join, normalize, relative } from "node:path"

const root = join(import.meta.dirname, "../..")

/** A source file: its path from the root of the clone, and its text. */
export interface Source {
  readonly path: string
  readonly text: string
}

/** A missing folder has no sources. */
const collect = (folder: string): ReadonlyArray<Source> => (existsSync(join(root, folder)) ? read(folder) : [])

const read = (folder: string): ReadonlyArray<Source> =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name))
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return { path: relative(root, path), text: readFileSync(path, "utf8") }
    })

/** Every source file in these top-level folders. */
export const sources = (...folders: ReadonlyArray<string>): ReadonlyArray<Source> => folders.flatMap(collect)

/** Every stylesheet of the console. */
export const stylesheets = (): ReadonlyArray<Source> =>
  globSync("web/**/*.css", { cwd: root }).map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }))

/** A file's text without comments, so that code rules don't match prose. */
export const codeOf = ({ text }: Source): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "$1")

const doors: Readonly<Record<string, string>> = {
  "#core/": "core/",
  "#web/": "web/",
  "#cli/": "cli/",
  "#server/": "core/server/"
}

/** A file's imports: our own files as paths from the root of the clone, packages by name. */
export const importsOf = (source: Source): ReadonlyArray<string> =>
  [...codeOf(source).matchAll(/(?:from|import)\s*\(?\s*["']([^"']+)["']/g)].map(([, name = ""]) => {
    const door = Object.keys(doors).find((prefix) => name.startsWith(prefix))
    if (door !== undefined) return (doors[door] ?? "") + name.slice(door.length)
    return name.startsWith(".") ? normalize(join(dirname(source.path), name)) : name
  })
