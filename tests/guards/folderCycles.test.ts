import { describe, expect, it } from "vitest"
import { importsOf, type Source, sources } from "./sources.ts"

/** The folder of a file directly below `top`; null for a file of `top` itself or elsewhere. */
const folderIn = (top: string, path: string): string | null => {
  const [folder = "", ...rest] = path.startsWith(`${top}/`) ? path.slice(top.length + 1).split("/") : []
  return rest.length === 0 ? null : folder
}

/** Pairs of folders below `top` that import each other. */
const mutual = (top: string, files: ReadonlyArray<Source>): ReadonlyArray<string> => {
  const edges = new Set(
    files.flatMap((file) => {
      const from = folderIn(top, file.path)
      const targets = importsOf(file).map((target) => folderIn(top, target))
      return from === null ? [] : targets.filter((to) => to !== null && to !== from).map((to) => `${from} ${to}`)
    })
  )
  return [...edges]
    .map((edge) => edge.split(" "))
    .filter(([from = "", to = ""]) => from < to && edges.has(`${to} ${from}`))
    .map((pair) => pair.join(" <-> "))
    .toSorted()
}

describe("folders that import each other", () => {
  it.each(["core/server", "cli", "web"])("don't exist in %s: shared code goes into a folder below both", (top) => {
    expect(mutual(top, sources(top))).toEqual([])
  })

  it("are detected, by values and by types alike", () => {
    const files = [
      { path: "cli/a/One.ts", text: 'import { two } from "#cli/b/two.ts"' },
      { path: "cli/b/two.ts", text: 'import type { One } from "../a/One.ts"' },
      { path: "cli/b/three.ts", text: 'import { four } from "#cli/c/four.ts"' }
    ]
    expect(mutual("cli", files)).toEqual(["a <-> b"])
  })
})
