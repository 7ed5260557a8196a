import { expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { errorOf } from "./support/lockdesk.ts"
import { there } from "./support/place.ts"
import { file, sharePlace, user as admin } from "./support/sharePlace.ts"

sharePlace(Role.id.Admin)

const facts = (stdout: string) => JSON.parse(stdout) as Record<string, unknown>

it("transfers the locks of a file, and skips those already there", async () => {
  const list = (...serials: ReadonlyArray<string>) => file("moves.csv", ["serialCode", ...serials])
  const move = (...more: ReadonlyArray<string>) =>
    admin.run(["locks", "transfer", "--file", "moves.csv", "--facility", "Maple Court", "--json", ...more])
  list(there.available)
  const dry = await move("--dry-run")
  expect([dry.code, facts(dry.stdout)]).toMatchObject([0, { rows: 1, applied: 1, dryRun: true }])
  expect(facts((await move("--yes")).stdout)).toMatchObject({ rows: 1, applied: 1, unchanged: 0, failed: 0 })
  list(there.available, "99999999")
  const again = await move("--yes")
  expect([again.code, facts(again.stdout)]).toMatchObject([8, { rows: 2, applied: 0, unchanged: 1, failed: 1 }])
  const both = await admin.run([
    "locks",
    "transfer",
    there.available,
    "--file",
    "moves.csv",
    "--facility",
    "Maple Court"
  ])
  expect([both.code, errorOf(both)]).toMatchObject([2, { message: expect.stringContaining("not both") }])
})
