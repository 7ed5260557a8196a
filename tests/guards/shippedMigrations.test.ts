import { createHash } from "node:crypto"
import { basename } from "node:path"
import { expect, it } from "vitest"
import { codeOf, sources } from "./sources.ts"
import shipped from "./shippedMigrations.json" with { type: "json" }

/** What a migration does, as a sum that comments and layout do not change. */
const sumOf = (code: string): string => createHash("sha256").update(code.replace(/\s+/g, "")).digest("hex").slice(0, 16)

it("edits no migration that has shipped: a database that has had it never runs it again", () => {
  const sums = sources("core/server/db/migrations").map(
    (source) => [basename(source.path, ".ts"), sumOf(codeOf(source))] as const
  )
  expect(
    Object.fromEntries(sums.toSorted(([one], [other]) => one.localeCompare(other))),
    "Change what a migration did in a new one. A new one gets a line in shippedMigrations.json."
  ).toEqual(shipped)
})
