import { jobChunk, type JobRowInput } from "./Job.ts"

/** The maximum number of characters per request: well below the server's limit. */
const mostCharacters = 300_000

/** Splits rows into chunks that fit in one request. */
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
