import { readFileSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { dirname, extname, join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Loader, Plugin } from "esbuild"

/** Matches imports such as `import { Effect, Schema } from "effect"`; type-only imports are removed from the bundle anyway. */
const importPattern = /\bimport\s*\{([^}]*)\}\s*from\s*(["'])(effect(?:\/[a-z-]+)?)\2/g
/** A namespace exported by an index. */
const namespacePattern = /^export \* as (\w+) from "(.+)";?$/gm

/**
 * Imports the modules of Effect from their own files: `import * as Schema from ".../Schema.js"`. With the index, esbuild keeps
 * everything a namespace exports, used or not; that was four fifths of the code, most of it evaluated at each start.
 */
export const effectByModule = (): Plugin => ({
  name: "effect-by-module",
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/(core|cli|tests)\/[^.]+\.tsx?$|\/node_modules\/@effect\/.+\.js$/ }, async ({ path }) => ({
      contents: effectsByModule(await readFile(path, "utf8")),
      loader: extname(path).slice(1) as Loader
    }))
  }
})

/** The source with its imports of Effect as above. */
export const effectsByModule = (source: string): string =>
  source.replace(importPattern, (whole, names: string, _quote: string, index: string) => {
    const files = namespacesOf(index)
    const imports = names
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== "" && !name.startsWith("type "))
      .map((name) => {
        const [exported = "", local = exported] = name.split(/\s+as\s+/)
        const file = files.get(exported)
        return file === undefined
          ? `import { ${name} } from "${index}"`
          : `import * as ${local} from ${JSON.stringify(file)}`
      })
    // Keeps line numbers for error messages.
    return imports.join("; ") + "\n".repeat(whole.split("\n").length - 1)
  })

const known = new Map<string, ReadonlyMap<string, string>>()

/** The files of the namespaces that an index of Effect exports, by name. */
const namespacesOf = (index: string): ReadonlyMap<string, string> => {
  const before = known.get(index)
  if (before !== undefined) return before
  const file = fileURLToPath(import.meta.resolve(index))
  const found = new Map(
    [...readFileSync(file, "utf8").matchAll(namespacePattern)].map(([, name = "", path = ""]) => [
      name,
      join(dirname(file), path)
    ])
  )
  known.set(index, found)
  return found
}
