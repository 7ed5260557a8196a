import { randomUUID } from "node:crypto"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The identity of a witness file, and its generation. */
export interface WitnessGeneration {
  readonly id: string
  readonly generation: number
}

const line = /^generation (\S+) (\d+)$/gm

/** Parses the last line `generation id n` of a witness file; null for a file of an older version. */
export const readGeneration = (text: string): WitnessGeneration | null => {
  const last = [...text.matchAll(line)].at(-1)
  return last?.[1] === undefined ? null : { id: last[1], generation: Number(last[2]) }
}

/** Formats such a line. */
export const generationLine = ({ id, generation }: WitnessGeneration): string => `generation ${id} ${generation}\n`

/**
 * The generation with which a starting server continues, and whether its file ("older") or the database ("behind") is an older
 * copy. A file without a generation is accepted only while no other server has one; otherwise it may be a copy from before.
 */
export const nextGeneration = Effect.fnUntraced(function* (known: WitnessGeneration | null) {
  const sql = yield* SqlClient.SqlClient
  if (known === null) {
    const others = yield* sql`SELECT FROM audit_witnesses LIMIT 1`
    return { next: { id: randomUUID(), generation: 1 }, gap: others.length === 0 ? null : ("older" as const) }
  }
  const [row] = yield* sql<{ generation: number }>`
    SELECT generation FROM audit_witnesses WHERE witness_id = ${known.id}`
  const kept = row?.generation ?? 0
  if (known.generation > kept + 1) {
    return { next: { ...known, generation: known.generation + 1 }, gap: "behind" as const }
  }
  return {
    next: { ...known, generation: kept + 1 },
    gap: known.generation < kept ? ("older" as const) : null
  }
})

/** Stores a generation in the database. Write it to the file first. */
export const keepGeneration = (sql: SqlClient.SqlClient, { id, generation }: WitnessGeneration) => sql`
  INSERT INTO audit_witnesses AS w (witness_id, generation) VALUES (${id}, ${generation})
  ON CONFLICT (witness_id) DO UPDATE SET generation = greatest(w.generation, excluded.generation)`
