import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { CompanyId } from "#core/base/ids.ts"
import { walkSerials, serialText } from "./demoSerials.ts"

/** Boxes of locks that are not activated yet, and the number of locks in each. */
export const demoBatches = ["BOX-101", "BOX-102", "BOX-103"] as const
export const batchSize = 24

/** Locks of the last box that a company already uses, so that its activation partly fails. */
export const usedInLastBatch = 4

/**
 * Puts registry locks into boxes, whose label is used in the URL of a bulk activation; the last box also contains some locks
 * that a company uses. The locks to activate in the README stay out of them.
 */
export const seedBatches = Effect.fnUntraced(function* (companyID: CompanyId) {
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
