import { builtinModules, isBuiltin } from "node:module"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import type { Plugin } from "esbuild"
import { nouns } from "#cli/commands/nouns.ts"
import type { Verb } from "#cli/commands/Verb.ts"
import { derivedEndpoints } from "./derivedEndpoints.ts"
import { effectByModule, effectsByModule } from "./effectByModule.ts"

/** The transformations of the bundle; `onDemand` are the names of the files loaded on demand. */
export const bundlePlugins = async (onDemand: ReadonlyArray<string>): Promise<Array<Plugin>> => [
  derivedEndpoints(),
  loadedOnDemand(onDemand),
  effectByModule(),
  withoutSubprocesses(),
  await builtinsByName(),
  withoutDevtools()
]

/** Replaces a module of the clone by other code. */
const inPlaceOf = (name: string, filter: RegExp, contents: string): Plugin => ({
  name,
  setup: ({ onLoad }) => {
    onLoad({ filter }, () => ({ contents, loader: "js", resolveDir: root }))
  }
})

const root = join(import.meta.dirname, "..")

/** archiver-utils, a part of exceljs, uses the deprecated `new Buffer`. Node warns of it outside of node_modules. */
export const currentBuffers = (): Plugin => ({
  name: "current-buffers",
  setup: ({ onLoad }) => {
    onLoad({ filter: /archiver-utils.index\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replaceAll("new Buffer(source)", "Buffer.from(source)")
    }))
  }
})

/** The entry is an ES module that includes the loader of the program's script. */
export const programAsScript = (script: string): Plugin =>
  inPlaceOf(
    "program-as-script",
    /\/cli\/program\.ts$/,
    [
      'import { loadScript } from "./cli/loadScript.ts"',
      `export const { main } = loadScript(import.meta.dirname, ${JSON.stringify(script)})`
    ].join("\n")
  )

/** The program loads the script of the requested noun; a script gets the function that loads the next. */
export const runByNoun = (scripts: Readonly<Record<string, string>>): Plugin =>
  inPlaceOf(
    "run-by-noun",
    /\/cli\/loadRun\.ts$/,
    `const scripts = ${JSON.stringify(scripts)}\nexport const loadRun = async (noun) => load(scripts[noun])`
  )

/** The files that the entries below replace. */
export const runInputs = ["cli/run.ts", "cli/commands/loadVerb.ts"]

/** The entry of a noun's script. */
export const runOfNoun = (noun: string): string => `run-of-noun:${noun}`

/** One entry per noun: `cli/run.ts`, limited to the verbs of that noun, of which it loads only the requested one. */
export const runsOfNouns = async (): Promise<Plugin> => {
  const run = effectsByModule(readFileSync(join(root, "cli/run.ts"), "utf8"))
  const loads = new Map(await Promise.all(nouns.map(async (noun) => [noun, await loadVerbOfNoun(noun)] as const)))
  return {
    name: "runs-of-nouns",
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: /^run-of-noun:/ }, ({ path }) => ({
        path: path.slice(path.indexOf(":") + 1),
        namespace: "run-of-noun"
      }))
      onLoad({ filter: /.*/, namespace: "run-of-noun" }, () => ({
        // As tsconfig.json makes a file of the clone.
        contents: `"use strict"\n${run}`,
        loader: "ts",
        resolveDir: join(root, "cli")
      }))
      onResolve({ filter: /^\.\/commands\/loadVerb\.ts$/ }, ({ importer, namespace }) =>
        namespace === "run-of-noun" ? { path: importer, namespace: "verbs-of-noun" } : undefined
      )
      onLoad({ filter: /.*/, namespace: "verbs-of-noun" }, ({ path }) => ({
        contents: loads.get(path) ?? "",
        loader: "js",
        resolveDir: root
      }))
    }
  }
}

const loadVerbOfNoun = async (noun: string): Promise<string> => {
  const folder = join(root, "cli/commands", noun)
  const files = readdirSync(folder).filter((file) => file.endsWith(".ts") && file !== "verbs.ts")
  const imported = async (file: string): Promise<unknown> => import(pathToFileURL(join(folder, file)).href)
  const { verbs } = (await imported("verbs.ts")) as { readonly verbs: ReadonlyArray<Verb> }
  const loads = await Promise.all(
    files.map(async (file) => {
      const { verb } = (await imported(file)) as { readonly verb?: Verb }
      const listed = verb !== undefined && verbs.includes(verb)
      return listed ? [`${JSON.stringify(verb.command.id)}: () => import("./cli/commands/${noun}/${file}")`] : []
    })
  )
  if (loads.flat().length !== verbs.length)
    throw new Error(`each verb of '${noun}' needs a file that exports it as 'verb'`)
  return `const loads = {${loads.flat().join(",")}}\nexport const loadVerb = async (noun, id) => (await loads[id]?.())?.verb`
}

/** Replaces a dynamic import of one of these files with that of its bundle beside this one. */
const loadedOnDemand = (names: ReadonlyArray<string>): Plugin => ({
  name: "loaded-on-demand",
  setup: ({ onResolve }) => {
    onResolve({ filter: new RegExp(`(^|/)(${names.join("|")})(\\.ts)?$`) }, ({ kind, path }) => {
      if (kind !== "dynamic-import") return undefined
      return { path: `./${/([^/]+?)(\.ts)?$/.exec(path)?.[1]}.js`, external: true }
    })
  }
})

/**
 * Node's own modules, imported by name. Importing one as an ES module evaluates all of its lazy exports (undici for node:http,
 * diffing for node:util), which takes longer than everything else.
 */
const builtinsByName = async (): Promise<Plugin> => {
  const names = new Map<string, ReadonlyArray<string>>()
  for (const module of builtinModules) {
    if (/^(_|internal|v8\/tools|node-inspect|sys$|punycode$|wasi$)/.test(module)) continue
    names.set(module, Object.keys((await import(`node:${module.replace(/^node:/, "")}`)) as object))
  }
  return {
    name: "builtins-by-name",
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: /^[a-z_:/0-9]+$/ }, ({ path, kind }) => {
        if (!isBuiltin(path)) return undefined
        return { path: path.replace(/^node:/, ""), namespace: kind === "require-call" ? "builtin-required" : "builtin" }
      })
      onLoad({ filter: /.*/, namespace: "builtin-required" }, ({ path }) => ({
        contents: `module.exports = process.getBuiltinModule(${JSON.stringify(`node:${path}`)})`,
        loader: "js"
      }))
      onLoad({ filter: /.*/, namespace: "builtin" }, ({ path }) => ({
        contents: [
          `const module = /* @__PURE__ */ process.getBuiltinModule(${JSON.stringify(`node:${path}`)})`,
          "export default module",
          ...(names.get(path) ?? names.get(`node:${path}`) ?? [])
            .filter((name) => /^[A-Za-z_$][\w$]*$/.test(name) && name !== "default")
            .map((name) => `export const ${name} = /* @__PURE__ */ (() => module.${name})()`)
        ].join("\n"),
        loader: "js"
      }))
    }
  }
}

/** commander's support for subcommands in separate programs, which we don't use and which loads slowly. */
const withoutSubprocesses = (): Plugin => ({
  name: "without-subprocesses",
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^node:child_process$/ }, ({ path, importer }) =>
      /node_modules\/commander\//.test(importer) ? { path, namespace: "subprocesses" } : undefined
    )
    onLoad({ filter: /.*/, namespace: "subprocesses" }, () => ({ contents: "export default {}", loader: "js" }))
  }
})

/** Ink's connection to React's developer tools, which is not installed. */
const withoutDevtools = (): Plugin => ({
  name: "without-devtools",
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^react-devtools-core$/ }, ({ path }) => ({ path, namespace: "devtools" }))
    onLoad({ filter: /.*/, namespace: "devtools" }, () => ({ contents: "export default {}", loader: "js" }))
  }
})
