import { Effect, Fiber } from "effect"
import { describe, expect, it } from "vitest"
import { makeFileReaders } from "#server/imports/fileReaders.ts"
import { csvOf, header } from "./importPlace.ts"

const file = (...rows: ReadonlyArray<string>) => ({
  name: "sites.csv",
  bytes: new TextEncoder().encode(csvOf(header, ...rows))
})
const site = (nth: number) => `Site ${nth},5550100200,${nth} Maple St,,,`
const run = <A, E>(use: (read: Effect.Success<typeof makeFileReaders>) => Effect.Effect<A, E>) =>
  Effect.runPromise(Effect.scoped(Effect.flatMap(makeFileReaders, use)))

describe("file reader threads", () => {
  it("give each caller its own result, for concurrent and consecutive files", async () => {
    const counts = [3, 1, 4, 2, 5]
    const tables = await run((read) =>
      Effect.forEach(
        [...counts, ...counts],
        (count) => read("importFacilities", file(...Array.from({ length: count }, (_, nth) => site(nth)))),
        { concurrency: 5 }
      )
    )
    expect(tables.map(({ rows }) => rows.length)).toEqual([...counts, ...counts])
  })

  it("continue after a refused file and after a canceled one", async () => {
    const many = file(...Array.from({ length: 9_000 }, (_, nth) => site(nth)))
    const outcome = await run((read) =>
      Effect.gen(function* () {
        const refused = yield* Effect.flip(read("importFacilities", { name: "sites.csv", bytes: new Uint8Array() }))
        const abandoned = yield* Effect.forkChild(read("importFacilities", many))
        yield* Effect.yieldNow
        yield* Fiber.interrupt(abandoned)
        const table = yield* read("importFacilities", file(site(1)))
        return { reason: refused.data.reason, cells: table.rows[0]?.cells[0] }
      })
    )
    expect(outcome).toEqual({ reason: "Empty", cells: "Site 1" })
  })
})
