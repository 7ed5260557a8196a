import { describe, expect, it } from "vitest"
import { codeOf, importsOf, type Source, sources } from "./sources.ts"

/** Law 10: features that only these files may use. A rule is a code pattern, or the name of an imported package. */
const rules: ReadonlyArray<{
  readonly what: string
  readonly found: (source: Source) => boolean
  readonly in: ReadonlyArray<string>
}> = [
  {
    what: "PGlite",
    found: (source) => importsOf(source).some((name) => name.startsWith("@electric-sql/pglite")),
    in: ["core/server/db/durablePglite.ts"]
  },
  {
    what: "the PostgreSQL driver's clients",
    found: (source) => /PgClient\.(layer|make)/.test(codeOf(source)),
    in: ["core/server/db/Database.ts", "core/server/db/embeddedHome.ts", "core/server/db/serverHome.ts"]
  },
  { what: "process.env", found: (source) => codeOf(source).includes("process.env"), in: ["cli/local/environment.ts"] },
  {
    what: "Date.now",
    found: (source) => /Date\.now\(|new Date\(\)/.test(codeOf(source)),
    in: ["web/app/clock.ts"]
  },
  { what: "console", found: (source) => /\bconsole\.(log|error|warn|info|debug)/.test(codeOf(source)), in: [] },
  {
    what: "browser storage",
    found: (source) => /\b(localStorage|sessionStorage|indexedDB)\b/.test(codeOf(source)),
    in: ["web/app/storage.ts"]
  },
  {
    what: "the browser's database",
    found: (source) => importsOf(source).includes("idb-keyval"),
    in: ["web/sync/keptLocks.ts"]
  },
  {
    what: "fetch",
    found: (source) => /(?<![.\w])fetch\(|XMLHttpRequest|FetchHttpClient/.test(codeOf(source)),
    in: ["web/app/fetchCall.ts", "web/app/fetchWithProgress.ts"]
  }
]

describe("law 10: one file each", () => {
  const files = sources("core", "web", "cli")
  it.each(rules)("$what", (rule) => {
    const places = files.filter(rule.found).map(({ path }) => path)
    expect(places.filter((path) => !rule.in.includes(path))).toEqual([])
  })
})
