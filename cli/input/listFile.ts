import { buffer } from "node:stream/consumers"
import { Schema } from "effect"
import { listLimits } from "#core/base/files/listLimits.ts"
import type { Sheet } from "#core/base/files/readWorkbook.ts"
import { sheetText } from "#core/base/files/sheetText.ts"
import { readTableFile, sheetNamed } from "#core/base/files/tableFile.ts"
import { tableFileWords, whichSheetWords } from "#core/base/files/tableFileFaults.ts"
import { encodingNote } from "#core/base/files/textEncodings.ts"
import type { InputField } from "#core/commands/Command.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { Failure, type FailureFacts, usageFailure } from "#cli/output/Failure.ts"
import type { Terminal } from "#cli/output/Terminal.ts"
import { ask } from "./ask.ts"
import { bytesOfFile, sizeOfFile } from "./givenFile.ts"

/** The maximum size of a file of locks in bytes: some four million rows of CSV. */
export const maxFileBytes = 64 * 1024 * 1024

/** The sheet of a workbook, for every command that takes a file of rows. */
export const sheetOption = {
  schema: Schema.String,
  label: "Sheet",
  description: "The sheet to read, if the workbook has several",
  optional: true
} as const satisfies InputField<string>

/** A file of rows as text; a workbook sheet becomes CSV with each row on the line of its number. */
export interface ListFile {
  /** Its name in messages. */
  readonly name: string
  readonly text: string
}

/** A refused file. */
export const fileRefused = (name: string, message: string, next: string, more: Partial<FailureFacts> = {}): Failure =>
  new Failure({ code: "FileRefused", message: `${name}: ${message}`, next, exit: exitCodes.usage, ...more })

const tooLarge = (name: string): Failure =>
  fileRefused(name, `The file is larger than ${maxFileBytes / 1024 / 1024} MB.`, "Split it into smaller files.")

/**
 * Reads a file of rows, or stdin for `-`: CSV or other text, or an Excel workbook, detected by its content. Says if the encoding
 * is a guess. Asks for the sheet if possible. Rejects with a Failure that describes the problem.
 */
export const readListFile = async (terminal: Terminal, path: string, sheet: string | null): Promise<ListFile> => {
  const name = path === "-" ? "stdin" : path
  const bytes = path === "-" ? await pipedBytes(terminal) : bytesOf(path)
  if (bytes.length > maxFileBytes) throw tooLarge(name)
  const file = await readTableFile(bytes, listLimits)
  switch (file.kind) {
    case "text": {
      const note = encodingNote(file.encoding)
      if (note !== null) terminal.talk(`${name}: ${note}`)
      return { name, text: file.text }
    }
    case "workbook":
      return { name, text: sheetText((await chosenSheet(terminal, name, file.sheets, sheet)).rows()) }
    case "refused": {
      const { error, next } = tableFileWords[file.fault]
      const { line } = file
      throw fileRefused(name, line === undefined ? error : `${error} See line ${line}.`, next, { row: line })
    }
  }
}

/** Asks for a sheet by name or number. Call it only if `terminal.mayAsk`. */
export const askSheet = (terminal: Terminal, names: ReadonlyArray<string>): Promise<string> =>
  ask(terminal, { label: "Sheet", description: "its name or its number here", hidden: false, choices: names })

const chosenSheet = async (
  terminal: Terminal,
  name: string,
  sheets: ReadonlyArray<Sheet>,
  asked: string | null
): Promise<Sheet> => {
  const named = sheetNamed(sheets, asked)
  if (named.kind === "sheet") return named.sheet
  const { error } = whichSheetWords(named.names, asked)
  if (asked === null && terminal.mayAsk) {
    terminal.talk(`${name}: ${error}`)
    const answered = sheetNamed(sheets, await askSheet(terminal, named.names))
    if (answered.kind === "sheet") return answered.sheet
  }
  throw fileRefused(name, error, "Choose the sheet with --sheet.", { field: "sheet", candidates: named.names })
}

const pipedBytes = async (terminal: Terminal): Promise<Uint8Array> => {
  const { stdin } = terminal.streams
  if (stdin.isTTY) {
    throw usageFailure('"--file -" expects input on stdin.', "Pipe the rows in, or give a file.", {
      field: "file"
    })
  }
  return buffer(stdin)
}

const bytesOf = (path: string): Uint8Array => {
  if (sizeOfFile(path, fileRefused) > maxFileBytes) throw tooLarge(path)
  return bytesOfFile(path, fileRefused)
}
