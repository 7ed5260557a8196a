import type { CsvTable } from "#core/base/csv.ts"
import { csvRowWords } from "#core/base/csvRowWords.ts"
import { type ImportedUser, userChunk, type UserImportResult, type UserRowIssue } from "./UserImport.ts"
import type { UserMapping } from "./userImportColumns.ts"

/** Some rows of a file: as they stand there, those to send, and those that could not be read. */
export interface UserPiece {
  readonly source: ReadonlyMap<number, ReadonlyArray<string>>
  readonly send: ReadonlyArray<ImportedUser>
  readonly refused: ReadonlyArray<UserRowIssue>
}

/** A file of users in pieces that can be sent at once, in its order. */
export const userPieces = function* (table: CsvTable, mapping: UserMapping): Generator<UserPiece, void, undefined> {
  let source = new Map<number, ReadonlyArray<string>>()
  let send: Array<ImportedUser> = []
  let refused: Array<UserRowIssue> = []
  for (const { line, cells, fault } of table.rows()) {
    source.set(line, cells)
    const texts = Object.fromEntries(
      mapping.flatMap((column, nth) => (column === null ? [] : [[column, cells[nth] ?? ""]]))
    )
    if (fault === undefined) send.push({ email: "", ...texts, row: line })
    else refused.push({ row: line, column: "email", ...csvRowWords(fault) })
    if (source.size < userChunk) continue
    yield { source, send, refused }
    source = new Map()
    send = []
    refused = []
  }
  if (source.size > 0) yield { source, send, refused }
}

/** What the rows of a file come to so far. */
export interface UserTally {
  readonly rows: number
  readonly added: number
  readonly changed: number
  readonly unchanged: number
  readonly refused: number
}

/** Before anything was sent. */
export const noTally: UserTally = { rows: 0, added: 0, changed: 0, unchanged: 0, refused: 0 }

/** What a piece came to that had nothing to send. */
export const nothingSent: UserImportResult = { added: 0, changed: 0, unchanged: 0, refused: [] }

/** The rows of a piece that were refused, here and by the server, in the order of the file. */
export const refusedRows = (piece: UserPiece, answer: UserImportResult): ReadonlyArray<UserRowIssue> =>
  [...piece.refused, ...answer.refused].toSorted((a, b) => a.row - b.row)

/** What all comes to with one more piece. */
export const withPiece = (tally: UserTally, piece: UserPiece, answer: UserImportResult): UserTally => ({
  rows: tally.rows + piece.source.size,
  added: tally.added + answer.added,
  changed: tally.changed + answer.changed,
  unchanged: tally.unchanged + answer.unchanged,
  refused: tally.refused + refusedRows(piece, answer).length
})

const people = (count: number): string => (count === 1 ? "1 user" : `${count} users`)

/** What importing a file would do, in a sentence. */
export const userPlanWords = ({ added, changed, unchanged, refused }: UserTally): string =>
  `${people(added)} will be added and invited by email, ${changed} changed; ${unchanged} unchanged${refused === 0 ? "" : `; ${refused} would be refused`}.`
