import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Role } from "#core/auth/roles.ts"
import { UserId } from "#core/base/ids.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { Sessions } from "#server/auth/Sessions.ts"
import { Reveals } from "#server/reveals/Reveals.ts"
import { makeCompany, makeFacility, makeLock, userIn } from "../support/fixture.ts"
import type { Bench, BenchRow } from "./Bench.ts"
import { measuredOn, onBothHomes } from "./benchHomes.ts"

const locks = 500
const rounds = 1500

const serialOf = (nth: number): string => String(30_000_000 + nth)

/** The milliseconds of running an effect once. */
const timed = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    const began = performance.now()
    return Effect.map(effect, () => performance.now() - began)
  })

/** Alternating reveals and bare durable inserts, one at a time, on the same engine. */
const measure = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const reveals = yield* Reveals
  const sessions = yield* Sessions
  const { companyID, users } = yield* makeCompany("bench")
  const facilityID = yield* makeFacility(companyID, "Maple St")
  yield* Effect.forEach(
    Array.from({ length: locks }, (_, nth) => nth),
    (nth) => makeLock({ companyID, facilityID, serial: serialOf(nth), code: "0042", status: LockStatus.id.Available })
  )
  const userID = userIn(users, Role.id.CallCenterAgent)
  const token = yield* sessions.create({ userID: UserId.make(userID), client: "web", remember: false, fromSso: false })
  const session = yield* sessions.find(token, undefined)
  if (session === null) return yield* Effect.die(new Error("no session"))
  yield* sql`CREATE TABLE bare_insert (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, at timestamptz, note text)`
  const at = new Date(0)
  const insert = timed(sql`INSERT INTO bare_insert (at, note) VALUES (${at}, ${"Tenant requested code"})`)
  const reveal = (nth: number) => timed(reveals.reveal(session.user, serialOf(nth % locks), "Tenant requested code"))
  const ours: Array<number> = []
  const bare: Array<number> = []
  for (let nth = 0; nth < rounds; nth++) {
    const pair = [yield* reveal(nth), yield* insert] as const
    // The first fifth warms both up.
    if (nth < rounds / 5) continue
    ours.push(pair[0])
    bare.push(pair[1])
  }
  return { ours: ours.sort((a, b) => a - b), bare: bare.sort((a, b) => a - b) }
})

/** A reveal on the server, including its audit record, compared with one durable insert. */
export const bench: Bench = {
  name: "reveal",
  run: async () => {
    const rows: Array<BenchRow> = []
    await onBothHomes(async (home) => {
      const measured = await measuredOn(home, measure)
      const at = (values: ReadonlyArray<number>, share: number) =>
        values[Math.floor(values.length * share)] ?? Number.NaN
      rows.push({
        what: `${home.name}, reveal with its audit record`,
        unit: "ms",
        ours: at(measured.ours, 0.5),
        baseline: at(measured.bare, 0.5),
        baselineName: "one durable insert, same driver and engine",
        goal: { atMost: 2 },
        note: `medians of ${measured.ours.length}, in turn; p99 ${at(measured.ours, 0.99).toFixed(2)} against ${at(measured.bare, 0.99).toFixed(2)} ms`
      })
    })
    return rows
  }
}
