import { describe, expect, it } from "vitest"
import { codeOf, importsOf, sources, stylesheets } from "./sources.ts"

const web = sources("web")

describe("law 9: features", () => {
  const feature = (path: string): string | undefined => /^web\/features\/([^/]+)\//.exec(path)?.[1]

  it("never import each other", () => {
    const wrong = web.flatMap((source) =>
      importsOf(source)
        .filter((target) => feature(source.path) !== undefined && feature(target) !== undefined)
        .filter((target) => feature(target) !== feature(source.path))
        .map((target) => `${source.path} imports ${target}`)
    )
    expect(wrong).toEqual([])
  })

  it("meet in routes of under 40 lines", () => {
    const routes = web.filter(({ path }) => /^web\/routes\/\w+Route\.tsx$/.test(path))
    expect(routes.length).toBeGreaterThan(0)
    expect(routes.filter(({ text }) => text.split("\n").length > 41).map(({ path }) => path)).toEqual([])
  })
})

describe("law 6: clickable elements", () => {
  it("are made in web/ui, where a button must have a command", () => {
    const makers = web.filter(({ path }) => !path.startsWith("web/ui/") && path !== "web/main.tsx")
    expect(makers.filter((source) => /<button\b|role="button"/.test(codeOf(source))).map(({ path }) => path)).toEqual(
      []
    )
  })
})

describe("a form", () => {
  /** Forms that aren't sent, or are sent without waiting; or that stay editable to be saved again (decision 93). */
  const open =
    /activation|auth\/|automations|BatchSelection|jobs|reveals|scanner|settings\/CompanyForm|CommandForm|TypedCount|web\/grid/

  it("disables its fields while it is sent", () => {
    const forms = web.filter((source) => /<(form|CommandForm)\b/.test(codeOf(source)) && !open.test(source.path))
    expect(forms.length).toBeGreaterThan(10)
    expect(forms.filter((source) => !/<SentFields\b/.test(codeOf(source))).map(({ path }) => path)).toEqual([])
  })
})

describe("a module loaded on demand", () => {
  it("is loaded by a function that can load it again: loadModule, lazyPart or screen", () => {
    const bare = /(?<!\(\) => |typeof )\bimport\("/
    expect(web.filter((source) => bare.test(codeOf(source))).map(({ path }) => path)).toEqual([])
  })
})

describe("the first load", () => {
  it("contains command metadata only: full commands load afterwards", () => {
    const static_ = /^import (?!type )[^\n]*"#core\/commands\/(registry|lists)\.ts"/m
    expect(web.filter(({ text }) => static_.test(text)).map(({ path }) => path)).toEqual([])
  })

  it("has no part of React and TanStack's libraries that the build leaves out (web/smallLibraries.ts)", () => {
    const leftOut =
      /\b(hydrateRoot|ViewTransition|useActionState|useFormState|useMutation|preinit|preload|prefetchDNS|preconnect)\b(?=[^\n]*\bfrom "(react|react-dom|react-dom\/client|@tanstack\/react-query)")|<Fragment\b[^>]*\bref=|\bbasepath:|<(link|meta|style|script|title)\b/
    const own = web.filter(({ path }) => !/^web\/(smallLibraries|vite\.config)\.ts$/.test(path))
    expect(own.filter((source) => leftOut.test(codeOf(source))).map(({ path }) => path)).toEqual([])
  })
})

describe("a font size", () => {
  it("is from the theme, whose sizes range from 10 to 60 px", () => {
    const named = stylesheets().flatMap(({ text }) => [...text.matchAll(/--text-(\d+): (\d+)px/g)])
    expect(named.map(([, name]) => Number(name))).toEqual([10, 11, 12, 13, 14, 15, 16, 18, 22, 52, 60])
    for (const [, name, size] of named) expect(size).toBe(name)
    // 0 hides a text of the browser.
    const own = /^\s*font(?:-size)?:(?!\s*(?:inherit\b|0;|[^;]*var\(--text-(?:1[0-68]|22|52|60)\)))[^;]*;/gm
    const wrong = stylesheets().flatMap(({ path, text }) => (text.match(own) ?? []).map((rule) => `${path}: ${rule}`))
    expect(wrong).toEqual([])
  })
})

describe("a CSS class", () => {
  it("is styled in one file, because a screen's sheet loaded later would change it on all others", () => {
    const files = new Map<string, Array<string>>()
    for (const { path, text } of stylesheets()) {
      const classes = new Set([...text.matchAll(/^\.([\w-]+)(?: \{|,$)/gm)].map(([, name = ""]) => name))
      for (const name of classes) files.set(name, [...(files.get(name) ?? []), path])
    }
    expect(files.size).toBeGreaterThan(200)
    expect([...files].filter(([, all]) => all.length > 1)).toEqual([])
  })
})

describe("a CSS variable", () => {
  it("is set where one is used: otherwise the whole declaration is silently dropped", () => {
    const all = (what: RegExp): ReadonlySet<string> =>
      new Set([...stylesheets(), ...web].flatMap(({ text }) => [...text.matchAll(what)].map(([, name = ""]) => name)))
    const used = all(/var\((--[\w-]+)/g)
    expect(used.size).toBeGreaterThan(30)
    const set = all(/["\s{;](--[\w-]+)/g)
    expect([...used].filter((name) => !set.has(name))).toEqual([])
  })
})
