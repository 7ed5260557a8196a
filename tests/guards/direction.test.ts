import { describe, expect, it } from "vitest"
import { codeOf, importsOf, type Source, sources } from "./sources.ts"

/** Law 1: a folder may import only from folders with a smaller number. Every other folder of core is a subject. */
const order: ReadonlyArray<readonly [RegExp, number]> = [
  [/^core\/base\//, 0],
  [/^core\/companies\//, 1],
  [/^core\/auth\//, 2],
  [/^core\/live\//, 4],
  [/^core\/api\//, 5],
  [/^core\/commands\//, 6],
  [/^core\/server\//, 100],
  [/^core\//, 3],
  [/^(web|cli)\//, 7]
]

const rank = (path: string): number => order.find(([pattern]) => pattern.test(path))?.[1] ?? -1
const server = 100

const wrong = (source: Source): ReadonlyArray<string> =>
  importsOf(source)
    .filter((target) => rank(target) >= 0)
    .filter((target) => {
      const from = rank(source.path)
      const to = rank(target)
      if (from === server) return to !== server && to > 5
      if (to === server) return !source.path.startsWith("cli/")
      return to > from
    })
    .map((target) => `${source.path} imports ${target}`)

describe("law 1: direction", () => {
  it("is followed by every import", () => {
    expect(sources("core", "web", "cli").flatMap(wrong)).toEqual([])
  })

  it("names an import in the wrong direction", () => {
    const up = { path: "core/locks/Lock.ts", text: 'import { commands } from "#core/commands/registry.ts"' }
    expect(wrong(up)).toEqual(["core/locks/Lock.ts imports core/commands/registry.ts"])
    const opened = { path: "web/app/main.tsx", text: 'import { startServer } from "#server/main.ts"' }
    expect(wrong(opened)).toHaveLength(1)
  })

  it("has no cycles between subjects", () => {
    const files = sources("core").filter(({ path }) => !path.startsWith("core/server/"))
    const edges = new Map(
      files.map((file) => [file.path, importsOf(file).filter((target) => target.startsWith("core/"))])
    )
    const circles: Array<string> = []
    const done = new Set<string>()
    const visit = (path: string, trail: ReadonlyArray<string>): void => {
      if (trail.includes(path)) return void circles.push([...trail.slice(trail.indexOf(path)), path].join(" -> "))
      if (done.has(path)) return
      for (const target of edges.get(path) ?? []) visit(target, [...trail, path])
      done.add(path)
    }
    for (const { path } of files) visit(path, [])
    expect(circles).toEqual([])
  })
})

describe("the contract's calls", () => {
  /** Files derived from them when the bundle is built, and the sign-in, which needs no session. */
  const derived: ReadonlySet<string> = new Set(["core/commands/endpoints.ts", "core/commands/publicAccess.ts"])
  const withValues = (source: Source): ReadonlyArray<string> =>
    [...codeOf(source).matchAll(/import\s+(?!type\b)\{([^}]*)\}\s*from\s*["'][^"']*Api\.ts["']/g)]
      .filter(([, names = ""]) => names.split(",").some((name) => !/^\s*(type\s|$)/.test(name)))
      .map(() => source.path)

  it("are not evaluated by any command at startup", () => {
    const found = sources("cli", "core/commands").flatMap(withValues)
    expect(found.filter((path) => !derived.has(path))).toEqual([])
  })

  it("are detected in an import", () => {
    const text = 'import { mostCompanies, type CompanyChoice } from "#core/acting/CompaniesApi.ts"'
    expect(withValues({ path: "cli/a.ts", text })).toEqual(["cli/a.ts"])
  })
})
