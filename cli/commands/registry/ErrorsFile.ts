import { closeSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { replaceFile, unfinishedBeside } from "#cli/local/replaceFile.ts"
import { kindOfFile } from "#cli/output/outputPath.ts"
import { type FailedRows, noFailedRows, type RowIssue, withRow } from "#cli/output/failedRows.ts"
import { csvLine } from "#core/base/csvText.ts"

/** The two columns added to a refused row, and dropped when the file is imported again. */
const added = ["error", "fix"] as const

/** The failed rows: the first of them, and where all were written. */
export interface WrittenErrors {
  readonly failed: FailedRows
  /** The file, or null if no row failed or it couldn't be written. */
  readonly path: string | null
  /** The existing file that was kept, because it has something else: perhaps rows that someone fixed. */
  readonly kept: string | null
  /** The file that couldn't be written, and why. */
  readonly failure: { readonly path: string; readonly cause: unknown } | null
}

type Place = Omit<WrittenErrors, "failed">

const nothingWritten: Place = { path: null, kept: null, failure: null }

/**
 * The file of refused rows: the original columns, plus the problem and its fix. Written beside the original as rows are
 * refused, and renamed to its final name only when it is complete. It contains combinations, so only its owner can read it.
 * Problems of the disk don't end the command: what it changed is still to be reported.
 */
export class ErrorsFile {
  readonly #path: string
  readonly #unfinished: string
  readonly #header: ReadonlyArray<string>
  readonly #kept: ReadonlyArray<number>
  #handle: number | undefined
  #failure: WrittenErrors["failure"] = null
  #failed: FailedRows = noFailedRows

  constructor(source: string, header: ReadonlyArray<string>) {
    this.#path = errorsPath(source)
    // A device takes the rows as they come.
    this.#unfinished = isDevice(this.#path) ? this.#path : unfinishedBeside(this.#path).unfinished
    const isAdded = (name: string) => added.some((column) => column === name.trim().toLowerCase())
    this.#kept = header.flatMap((name, index) => (isAdded(name) ? [] : [index]))
    this.#header = header
  }

  /** Writes one refused row. `row`: its number in the file. */
  add(row: number, cells: ReadonlyArray<string>, issue: RowIssue): void {
    this.#failed = withRow(this.#failed, { row, problem: issue })
    this.#trying(() => {
      if (this.#handle === undefined) {
        this.#handle = openSync(this.#unfinished, "w", 0o600)
        writeFileSync(this.#handle, csvLine([...this.#pick(this.#header), ...added]))
      }
      writeFileSync(this.#handle, csvLine([...this.#pick(cells), issue.error, issue.fix]))
    })
  }

  /** Completes the file. */
  finish(): WrittenErrors {
    const begun = this.#handle !== undefined
    this.#trying(() => this.#close())
    const failed = this.#failed
    let written: Place = nothingWritten
    if (begun) {
      this.#trying(() => {
        if (this.#unfinished === this.#path) written = { ...nothingWritten, path: this.#path }
        else written = placed(this.#path, readFileSync(this.#unfinished), (file) => renameSync(this.#unfinished, file))
      })
    }
    if (this.#failure === null) return { ...written, failed }
    this.discard()
    return { ...nothingWritten, failed, failure: this.#failure }
  }

  /** Deletes the file after an incomplete import. */
  discard(): void {
    try {
      this.#close()
    } finally {
      if (this.#unfinished !== this.#path) rmSync(this.#unfinished, { force: true })
    }
  }

  /** Does something with the file, unless it failed before. */
  #trying(work: () => void): void {
    if (this.#failure !== null) return
    try {
      work()
    } catch (cause) {
      this.#failure = { path: this.#path, cause }
    }
  }

  #pick(cells: ReadonlyArray<string>): ReadonlyArray<string> {
    return this.#kept.map((index) => cells[index] ?? "")
  }

  #close(): void {
    const handle = this.#handle
    this.#handle = undefined
    if (handle !== undefined) closeSync(handle)
  }
}

/** Writes the failed rows that the server returned. */
export const writeErrorsFile = (source: string, csv: string, failed: FailedRows): WrittenErrors => {
  const path = errorsPath(source)
  try {
    if (!isDevice(path)) return { ...placed(path, Buffer.from(csv), (file) => replaceFile(file, csv)), failed }
    replaceFile(path, csv)
    return { ...nothingWritten, failed, path }
  } catch (cause) {
    return { ...nothingWritten, failed, failure: { path, cause } }
  }
}

const isDevice = (path: string): boolean => kindOfFile(path) === "other"

/** Puts the rows in the first of the file's names that is free, or has just these rows. */
const placed = (wanted: string, content: Buffer, put: (file: string) => void): Place => {
  let path = wanted
  while (kindOfFile(path) === "file" && !readFileSync(path).equals(content)) path = errorsPath(path)
  put(unfinishedBeside(path).file)
  return { path, kept: path === wanted ? null : wanted, failure: null }
}

/**
 * `box.csv`, `box.xlsx` and `box.ods` give `box.errors.csv`, and that one imported again `box.errors-2.csv`: the input file is
 * never overwritten.
 */
export const errorsPath = (source: string): string => {
  const base = source.replace(/\.(csv|xlsx|ods|txt|tsv)$/i, "")
  const again = /^(.*\.errors)(?:-(\d+))?$/.exec(base)
  return again === null ? `${base}.errors.csv` : `${again[1]}-${Number(again[2] ?? 1) + 1}.csv`
}
