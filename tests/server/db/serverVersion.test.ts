import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { Database } from "#server/db/Database.ts"
import { checkServerVersion, versionRefusal } from "#server/db/serverVersion.ts"
import { homes } from "../../support/databases.ts"

describe("the version of the database server", () => {
  it.each([
    [160_004, "16.4"],
    [100_023, "10.23"],
    [90_624, "9.6.24"]
  ])("%i is refused, with what is needed and what was found", (number, found) => {
    expect(versionRefusal(number)?.message).toBe(
      `Lockdesk needs PostgreSQL 17 or newer. This database server has PostgreSQL ${found}.`
    )
  })

  it.each([170_000, 170_004, 180_001])("%i is supported", (number) => expect(versionRefusal(number)).toBe(null))

  it.live.each(homes)("is supported on $name", (home) =>
    Effect.gen(function* () {
      const { config } = yield* Effect.acquireRelease(
        Effect.promise(() => home.open("empty")),
        (database) => Effect.promise(database.dispose)
      )
      yield* checkServerVersion.pipe(Effect.provide(Database.layer(config)))
    })
  )
})
