import { createHash } from "node:crypto"
import type { Plugin } from "esbuild"
import { deriveCalls } from "#core/api/calls/deriveCalls.ts"
import { deriveSpecs } from "#cli/commands/deriveSpecs.ts"

/** Files of derived specs, and the plugin whose code reads them. */
export interface DerivedTexts {
  /** JSON files of the bundle, by name. */
  readonly files: ReadonlyMap<string, Uint8Array>
  readonly plugin: Plugin
}

/** The folder of the bundle, as the code of a script or module names it. */
export const folderName = "folderOfBundle"

/**
 * The specs of commands and calls, derived at build time instead of at every start. A start reads only what it needs: the
 * inputs, examples and fields of one noun's commands, and the calls of one group. As strings in the code all of them would be
 * loaded with it, which took a tenth of `locks show`.
 */
export const derivedTexts = (): DerivedTexts => {
  const files = new Map<string, Uint8Array>()
  /** Adds a file for each kind of entries, and returns their names. */
  const namesOf = (what: string, entries: ReadonlyArray<readonly [kind: string, name: string, entry: unknown]>) =>
    Object.fromEntries(
      [...Map.groupBy(entries, ([kind]) => kind)].map(([kind, members]) => {
        const contents = Buffer.from(
          JSON.stringify(Object.fromEntries(members.map(([, name, entry]) => [name, entry])))
        )
        const file = `${what}-${kind}-${createHash("sha256").update(contents).digest("hex").slice(0, 12)}.json`
        files.set(file, contents)
        return [kind, file] as const
      })
    )
  const specs = deriveSpecs().map(({ inputs, examples, fields, ...head }) => ({
    head,
    rest: { inputs, examples, fields }
  }))
  const specFiles = namesOf(
    "specs",
    specs.map(({ head, rest }) => [head.noun, head.id, rest])
  )
  const callFiles = namesOf(
    "calls",
    Object.entries(deriveCalls()).map(([name, call]) => [name.slice(0, name.indexOf(".")), name, call])
  )
  const heads = specs.map(({ head }) => head)
  return {
    files,
    plugin: {
      name: "derived-texts",
      setup: ({ onLoad }) => {
        const load = (filter: RegExp, contents: string) => onLoad({ filter }, () => ({ contents, loader: "js" }))
        load(/cli\/commands\/loadSpecs\.ts$/, specsOnDemand(heads, specFiles))
        load(/core\/api\/calls\/loadCall\.ts$/, callsOnDemand(callFiles))
      }
    }
  }
}

/** Code with `read`, which parses the file of a kind once. */
const reading = (files: Readonly<Record<string, string>>): string => `import { readFileSync } from "node:fs"
const files = ${JSON.stringify(files)}
const parsed = {}
const read = (kind) => (parsed[kind] ??= JSON.parse(readFileSync(${folderName} + "/" + files[kind], "utf8")))`

/** Parsing JSON is faster than evaluating the same object. */
const specsOnDemand = (heads: ReadonlyArray<object>, files: Readonly<Record<string, string>>): string =>
  `${reading(files)}
const restOf = ({ noun, id }) => read(noun)[id]
const on = (head) => Object.defineProperties(head, {
  inputs: { get: () => restOf(head).inputs, enumerable: true },
  examples: { get: () => restOf(head).examples, enumerable: true },
  fields: { get: () => restOf(head).fields, enumerable: true }
})
export const loadSpecs = async () => JSON.parse(${JSON.stringify(JSON.stringify(heads))}).map(on)`

const callsOnDemand = (files: Readonly<Record<string, string>>): string =>
  `${reading(files)}
export const loadCall = async (name) => {
  const group = name.slice(0, name.indexOf("."))
  return Object.hasOwn(files, group) ? read(group)[name] : undefined
}`
