import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, it } from "vitest"
import { codeOf, sources } from "./sources.ts"

const all = sources("core", "web", "cli", "scripts", "tests")

describe("names and files", () => {
  it("has no file with a vague name", () => {
    const vague = /\/(index|utils?|helpers?|common|types|manager|misc)\.tsx?$/i
    expect(all.map(({ path }) => path).filter((path) => vague.test(path))).toEqual([])
  })

  it("has no file over 400 lines", () => {
    expect(all.filter(({ text }) => text.split("\n").length > 401).map(({ path }) => path)).toEqual([])
  })

  it("has a README in every folder of core, web and cli that contains code", () => {
    const folders = new Set(sources("core", "web", "cli").map(({ path }) => dirname(path)))
    const without = [...folders].filter(
      (folder) => !existsSync(join(import.meta.dirname, "../..", folder, "README.md"))
    )
    expect(without).toEqual([])
  })

  it("has no `any`, suppressed type error or disabled lint rule", () => {
    const holes = /\bas any\b|: any\b|@ts-(ignore|nocheck|expect-error)|(oxlint|eslint)-disable/
    // This guard contains the patterns itself.
    const files = all.filter(({ path }) => path !== "tests/guards/names.test.ts")
    expect(
      files
        .filter((file) => holes.test(codeOf(file) + file.text.match(/\/[/*].*(ts-|lint-).*/g)))
        .map(({ path }) => path)
    ).toEqual([])
  })

  it("creates no Intl format at load time in core and the terminal, because that would delay a command by 10 ms", () => {
    const files = sources("core", "cli").filter(({ path }) => !path.startsWith("core/server/"))
    expect(
      files.filter((file) => /^(export )?const \w+ = new Intl\./m.test(codeOf(file))).map(({ path }) => path)
    ).toEqual([])
  })

  it("has no skipped, focused or sleeping test", () => {
    const idle = /\.(skip|only|todo)\(|setTimeout\([^,)]*resolve|expect\(true\)/
    const tests = sources("tests").filter(
      ({ path }) => /\.test\.tsx?$/.test(path) && path !== "tests/guards/names.test.ts"
    )
    expect(tests.filter((file) => idle.test(codeOf(file))).map(({ path }) => path)).toEqual([])
  })
})
