import { expect, it } from "vitest"
import { codeOf, sources } from "./sources.ts"

it("every statement that makes a new version says who made it, so that a refused edit names the right person", () => {
  const code = sources("core/server").map((source) => [source.path, codeOf(source)] as const)
  const made = /\bversion = (?:\w+\.)?version \+ 1(?<rest>,\s*updated_by = )?/g
  const found = code.flatMap(([path, text]) => [...text.matchAll(made)].map(({ groups }) => [path, groups?.["rest"]]))
  expect(found.length).toBeGreaterThan(10)
  expect(found.filter(([, rest]) => rest === undefined)).toEqual([])
})
