import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { walkSerials, serialText } from "./demoSerials.ts"

/** Boxes of locks that came and are not activated, and how many locks each has. */
export const demoBatches = ["BOX-101", "BOX-102", "BOX-103"] as const
export const batchSize = 24

/** Locks of the last box that a company has in use already, so that its activation fails for some. */
export const usedInLastBatch = 4

/**
 * Puts locks of the stock into boxes, whose label is the address of a bulk activation; the last box also has some locks
 * that a company uses. The locks of the walk stay out of them.
 */
export const seedBatches = Effect.fnUntraced(function* (companyID: number) {
  const sql = yield* SqlClient.SqlClient
  const { first, last } = walkSerials
  for (const [nth, batch] of demoBatches.entries()) {
    yield* sql`
      UPDATE registry SET batch = ${batch} WHERE serial IN (
        SELECT r.serial FROM registry r LEFT JOIN locks l ON l.serial = r.serial
        WHERE l.serial IS NULL AND r.serial NOT BETWEEN ${serialText(first)} AND ${serialText(last)}
        ORDER BY r.serial OFFSET ${nth * batchSize} LIMIT ${batchSize})`
  }
  yield* sql`
    UPDATE registry SET batch = ${demoBatches.at(-1) ?? null} WHERE serial IN (
      SELECT serial FROM locks WHERE company_id = ${companyID} AND facility_id IS NOT NULL
      ORDER BY serial LIMIT ${usedInLastBatch})`
})
