import { type CsvTable, readCsv } from "#core/base/csv.ts"
import { userColumnNames } from "#core/team/UserImport.ts"
import { chosenUserMapping, proposedMapping, userHeadingScore, type UserMapping } from "#core/team/userImportColumns.ts"
import { fileRefused, readListFile } from "#cli/input/listFile.ts"
import { usageFailure } from "#cli/output/Failure.ts"
import type { Terminal } from "#cli/output/Terminal.ts"

/** A file of users that can be read, and what its columns are. */
export interface UserFile {
  readonly table: CsvTable
  readonly mapping: UserMapping
}

const mapped = (headers: ReadonlyArray<string>, typed: string | null): UserMapping => {
  const proposed = proposedMapping(headers)
  if (typed === null) return proposed
  const chosen = chosenUserMapping(headers, proposed, typed)
  if (!("kind" in chosen)) return chosen
  throw chosen.kind === "header"
    ? usageFailure(
        `--map names no column: '${chosen.typed}'.`,
        `Write Header=column; the headers are ${headers.join(", ")}.`,
        { field: "map" }
      )
    : usageFailure(
        `There is no column '${chosen.typed}'.`,
        `Name one of ${userColumnNames.join(", ")}, or nothing to leave it out.`,
        { field: "map" }
      )
}

/** Reads a file of users, or stdin for `-`. Rejects with a Failure that says what is wrong with it. */
export const readUserFile = async (
  terminal: Terminal,
  path: string,
  sheet: string | null,
  map: string | null
): Promise<UserFile> => {
  const { name, text } = await readListFile(terminal, path, sheet)
  const reading = readCsv(text, { score: userHeadingScore })
  if (reading.kind === "empty") throw fileRefused(name, "It is empty.", "Choose the file of users.")
  if (reading.kind === "fault") {
    const { line, column, error, fix } = reading.fault
    throw fileRefused(name, `Line ${line}, column ${column}: ${error}`, fix, { row: line, field: `column ${column}` })
  }
  const { table } = reading
  const mapping = mapped(table.header, map)
  if (!mapping.includes("email")) {
    throw fileRefused(
      name,
      `No column is the email; the headers are ${table.header.join(", ")}.`,
      "Name a column Email, or say which it is with --map 'Header=email'.",
      { row: table.headerLine, field: "email" }
    )
  }
  return { table, mapping }
}
