import { basename } from "node:path"
import { fileFaultWords } from "#core/imports/fileFaults.ts"
import { importLimits } from "#core/imports/importLimits.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { bytesOfFile, sizeOfFile } from "#cli/input/givenFile.ts"
import { Failure, usageFailure } from "#cli/output/Failure.ts"
import type { Terminal } from "#cli/output/Terminal.ts"

const refused = (name: string, message: string, next: string): Failure =>
  new Failure({ code: "FileRefused", message: `${name}: ${message}`, next, exit: exitCodes.usage, field: "file" })

const tooLarge = (name: string): Failure => refused(name, fileFaultWords.TooLarge.error, fileFaultWords.TooLarge.next)

const piped = async (terminal: Terminal): Promise<Uint8Array<ArrayBuffer>> => {
  if (terminal.streams.stdin.isTTY) {
    throw usageFailure('"-" expects input on stdin.', "Pipe the rows in, or give a file.", { field: "file" })
  }
  const pieces: Array<Buffer> = []
  let size = 0
  for await (const piece of terminal.streams.stdin) {
    const bytes = Buffer.from(piece as Uint8Array)
    size += bytes.length
    // A file that is too large is not read further.
    if (size >= importLimits.fileBytes) throw tooLarge("stdin")
    pieces.push(bytes)
  }
  return new Uint8Array(Buffer.concat(pieces))
}

/** The file to import, or stdin for `-`, ready to upload. The server detects its type. */
export const importSource = async (terminal: Terminal, path: string): Promise<File> => {
  if (path === "-") {
    const bytes = await piped(terminal)
    return new File([bytes], bytes[0] === 0x50 && bytes[1] === 0x4b ? "stdin.xlsx" : "stdin.csv")
  }
  if (sizeOfFile(path, refused) >= importLimits.fileBytes) throw tooLarge(path)
  return new File([bytesOfFile(path, refused)], basename(path))
}
