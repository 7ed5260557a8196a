import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, it } from "vitest"
import { codeOf, sources } from "./sources.ts"

const all = sources("core", "web", "cli", "scripts", "tests")

describe("names and files", () => {
  it("has no file named for nothing in particular", () => {
    const vague = /\/(index|utils?|helpers?|common|types|manager|misc)\.tsx?$/i
    expect(all.map(({ path }) => path).filter((path) => vague.test(path))).toEqual([])
  })

  it("has no file over 400 lines", () => {
    expect(all.filter(({ text }) => text.split("\n").length > 401).map(({ path }) => path)).toEqual([])
  })

  it("has a README in every folder of core, web and cli that holds code", () => {
    const folders = new Set(sources("core", "web", "cli").map(({ path }) => dirname(path)))
    const without = [...folders].filter(
      (folder) => !existsSync(join(import.meta.dirname, "../..", folder, "README.md"))
    )
    expect(without).toEqual([])
  })

  it("has no hole in the types and no silenced linter", () => {
    const holes = /\bas any\b|: any\b|@ts-(ignore|nocheck|expect-error)|(oxlint|eslint)-disable/
    // This guard has to spell out what it looks for.
    const files = all.filter(({ path }) => path !== "tests/guards/names.test.ts")
    expect(
      files
        .filter((file) => holes.test(codeOf(file) + file.text.match(/\/[/*].*(ts-|lint-).*/g)))
        .map(({ path }) => path)
    ).toEqual([])
  })

  it("makes no format of a language while a file is loaded, in core and the terminal: a command would wait 10 ms for it", () => {
    const files = sources("core", "cli").filter(({ path }) => !path.startsWith("core/server/"))
    expect(
      files.filter((file) => /^(export )?const \w+ = new Intl\./m.test(codeOf(file))).map(({ path }) => path)
    ).toEqual([])
  })

  it("has no test that is skipped, focused or asleep", () => {
    const idle = /\.(skip|only|todo)\(|setTimeout\([^,)]*resolve|expect\(true\)/
    const tests = sources("tests").filter(
      ({ path }) => /\.test\.tsx?$/.test(path) && path !== "tests/guards/names.test.ts"
    )
    expect(tests.filter((file) => idle.test(codeOf(file))).map(({ path }) => path)).toEqual([])
  })
})
