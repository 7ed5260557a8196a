import { jobChunk, type JobRowInput } from "./Job.ts"

/** Characters of rows sent at once: well below what a server reads of one request. */
const mostCharacters = 300_000

/** Rows in pieces that can be sent at once. */
export function* jobPieces(rows: ReadonlyArray<JobRowInput>): Generator<ReadonlyArray<JobRowInput>, void, undefined> {
  let piece: Array<JobRowInput> = []
  let characters = 0
  for (const row of rows) {
    piece.push(row)
    characters += JSON.stringify(row).length
    if (piece.length < jobChunk && characters < mostCharacters) continue
    yield piece
    piece = []
    characters = 0
  }
  if (piece.length > 0) yield piece
}
