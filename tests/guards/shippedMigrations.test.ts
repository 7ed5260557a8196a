import { createHash } from "node:crypto"
import { basename } from "node:path"
import { expect, it } from "vitest"
import { codeOf, sources } from "./sources.ts"
import shipped from "./shippedMigrations.json" with { type: "json" }

/** A checksum of a migration's code, ignoring comments and formatting. */
const sumOf = (code: string): string => createHash("sha256").update(code.replace(/\s+/g, "")).digest("hex").slice(0, 16)

it("no shipped migration is edited, because databases that have it never run it again", () => {
  const sums = sources("core/server/db/migrations").map(
    (source) => [basename(source.path, ".ts"), sumOf(codeOf(source))] as const
  )
  expect(
    Object.fromEntries(sums.toSorted(([one], [other]) => one.localeCompare(other))),
    "Change what a migration did in a new one. A new one gets a line in shippedMigrations.json."
  ).toEqual(shipped)
})
