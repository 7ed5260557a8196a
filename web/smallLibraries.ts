import { basename } from "node:path"
import type { Plugin } from "vite"

type Change = readonly [pattern: RegExp, instead: string]

/** A library's source with some changes. The build fails if a pattern is gone. */
const changed = (code: string, library: string, changes: ReadonlyArray<Change>): string =>
  changes.reduce((text, [pattern, instead]) => {
    if (text.search(pattern) === -1) throw new Error(`${library} has no ${pattern}`)
    return text.replace(pattern, instead)
  }, code)

/** The version that was compared with what the console uses. */
const reactVersion = "19.3.1"

/**
 * What the console never uses of React, as constants: each pattern of react-dom's source with what it is without it. The build
 * drops the code behind them.
 */
const unused: ReadonlyArray<Change> = [
  // Pages from a server, which React takes over: `hydrateRoot`, and state that only it sets.
  [/^exports\.hydrateRoot = [^]*?^};/gm, ""],
  [/^ReactDOMHydrationRoot\.prototype\.unstable_scheduleHydration = [^]*?^};/gm, ""],
  [/ReactDOMHydrationRoot\.prototype\.(?:render|unmount) = /g, ""],
  [/\bisHydrating = !0\b/g, "!1"],
  [/\bisHydrating = !1;/g, ""],
  [/(?<=[^\w$.])isHydrating(?= (?:&&|\|\|)|\))(?! \|\| value)/g, "!1"],
  [/\w+(?:\.\w+)*\.isDehydrated\b/g, "!1"],
  [/[\w$]+(?:\.\w+)*\.dehydrated\b/g, "null"],
  // For browsers without `Object.is`.
  [/"function" === typeof Object\.is \? Object\.is : is\b/g, "Object.is"],
  // Events that wait for such a page.
  [/\bnull === blockedOn(?=\)\s+dispatchEvent)/g, "!0"],
  // `<ViewTransition>`.
  [/\((\w+) & 335544064\) === \1/g, "!1"],
  [/\bshouldStartViewTransition = !0\b/g, "!1"],
  [/\bshouldStartViewTransition(?=\s+\?)/g, "!1"],
  [/\b30 === [\w.]+\.tag\b/g, "!1"],
  // `ref` of a `<Fragment>`.
  [/^FragmentInstance\.prototype\.\w+ = [^]*?^};/gm, ""],
  [/\bnew FragmentInstance\(current\)/g, "null"],
  [/(?<!function )\bisFragmentInstanceParent\(\w+\)/g, "!1"],
  [/(?<!function )\bcommitNewChildToFragmentInstances\([^)]*\)/g, "0"],
  // `<link>`, `<meta>`, `<style>`, `<title>` and `<script>` in the page's head, and their preloading.
  [/\bisHostHoistableType\(\s+type,[^)]*\)/g, "!1"],
  [/\b26 === [\w.]+\.tag\b/g, "!1"],
  [/^  [DCLmXSM]: (?:prefetchDNS|preconnect|preload|preloadModule|preinit\w+),?\n/gm, ""],
  // `useActionState`.
  [/^ +use(?:Form|Action)State: (?:mount|update|rerender)ActionState,\n/gm, ""]
]

/** React without what the console never uses: 5 % of what the first screen loads. */
const smallReact: Plugin = {
  name: "small-react",
  apply: "build",
  transform: {
    filter: { id: /\/react-dom\/cjs\/react-dom-client\.production\.js$/ },
    handler(code) {
      if (!code.includes(`exports.version = "${reactVersion}"`))
        this.error(`smallLibraries.ts is for react-dom ${reactVersion}`)
      return changed(code, "react-dom", unused)
    }
  }
}

/**
 * Virtuoso's lists without its tables and grids. It declares everything in a few long statements, which are kept or dropped
 * whole, and takes each component out of an object, which counts as a side effect.
 */
const onlyVirtuosoLists: Plugin = {
  name: "only-virtuoso-lists",
  apply: "build",
  transform: {
    filter: { id: /\/react-virtuoso\/dist\/index\.mjs$/ },
    handler(code) {
      const split = this.parse(code).body.reduceRight((text, statement, at) => {
        if (statement.type !== "VariableDeclaration") return text
        const declared = statement.declarations.map(({ id, start, end }, index) =>
          id.type === "ObjectPattern"
            ? takenApart(code.slice(start, id.end), code.slice(id.end, end), `taken${at}_${index}`)
            : code.slice(start, end)
        )
        return `${text.slice(0, statement.start)}const ${declared.join(";\nconst ")};${text.slice(statement.end)}`
      }, code)
      return split.replaceAll(/= (\w+\.memo\()/g, "= /* @__PURE__ */ $1")
    }
  }
}

/** `{ a: x, b: y } = value` as `all = value; const x = all.a; const y = all.b`. */
const takenApart = (pattern: string, value: string, all: string): string =>
  [all + value, ...[...pattern.matchAll(/(\w+): (\w+)/g)].map(([, key, name]) => `${name} = ${all}.${key}`)].join(
    ";\nconst "
  )

/**
 * Modules that the console never uses. SignalR's client: stateful reconnects, which have to be switched on; its own fallbacks
 * from WebSockets stay, for proxies without them. TanStack Query: mutations, because changes are calls of commands. TanStack
 * Store: `useSyncExternalStore` for versions of React that don't have it.
 */
const unusedModules: Readonly<Record<string, string>> = {
  MessageBuffer: "export class MessageBuffer {}",
  mutationCache: "export class MutationCache { clear() {} async resumePausedMutations() {} }",
  "use-sync-external-store-shim.production": 'exports.useSyncExternalStore = require("react").useSyncExternalStore'
}

const withoutUnusedModules: Plugin = {
  name: "without-unused-modules",
  load: {
    filter: {
      id: /\/(signalr|query-core|use-sync-external-store)\/(?:dist\/|build\/)?(?:esm|modern|cjs)\/(MessageBuffer|mutationCache|use-sync-external-store-shim\.production)\.js$/
    },
    handler: (id) => unusedModules[basename(id, ".js")] ?? null
  }
}

/** What TanStack Query needs to load a list page by page, in the file of the screens that have one. */
const pagedQueriesLater: Plugin = {
  name: "paged-queries-later",
  apply: "build",
  transform: {
    filter: { id: /\/query-core\/build\/modern\/(?:query|infiniteQueryObserver)\.js$/ },
    handler(code, id) {
      const changes: ReadonlyArray<Change> = id.endsWith("/query.js")
        ? [
            [/^import { infiniteQueryBehavior } .*$/m, ""],
            [/\binfiniteQueryBehavior\(/, "this.options.behaviorOfPages("]
          ]
        : [
            [/^import {/m, "$& infiniteQueryBehavior,"],
            [/\boptions\._type = "infinite";/g, "$& options.behaviorOfPages = infiniteQueryBehavior;"]
          ]
      return changed(code, "TanStack Query", changes)
    }
  }
}

/** SignalR's client without its code for Node.js, React Native, workers and old browsers. */
const browserSignalR: Plugin = {
  name: "browser-signalr",
  apply: "build",
  transform: {
    filter: { id: /\/signalr\/dist\/esm\/\w+\.js$/ },
    handler: (code) =>
      code
        .replace(/\bPlatform\.is(?:Node|ReactNative|WebWorker)\b/g, "false")
        .replace(/\bPlatform\.isBrowser\b/g, "true")
        .replace(
          /\btypeof (?:fetch|AbortController|ArrayBuffer|ErrorEvent|globalThis) ([!=])== "undefined"/g,
          (_, sign) => String(sign === "!")
        )
  }
}

/** TanStack Router without a base path. The company in addresses is a rewrite, too, and stays. */
const withoutBasePath: Plugin = {
  name: "without-base-path",
  apply: "build",
  transform: {
    filter: { id: /\/router-core\/dist\/esm\/rewrite\.js$/ },
    handler(code) {
      const without = "const rewriteBasepath = (_, __, rewrite) => rewrite"
      return changed(code, "TanStack Router", [[/^function rewriteBasepath\([^]*?^}/m, without]])
    }
  }
}

/** Libraries without what the console never uses, and bundlers can't drop by themselves (decision 133). */
export const smallLibraries: ReadonlyArray<Plugin> = [
  smallReact,
  onlyVirtuosoLists,
  withoutUnusedModules,
  pagedQueriesLater,
  browserSignalR,
  withoutBasePath
]
