import { closeSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { unfinishedBeside } from "#cli/local/replaceFile.ts"
import { csvLine } from "#core/base/csvText.ts"

/** The problem of a row and its fix. */
interface RowIssue {
  readonly error: string
  readonly fix: string
}

/** The two columns added to a refused row, and dropped when the file is imported again. */
const added = ["error", "fix"] as const

/**
 * The file of refused rows: the original columns, plus the problem and its fix. Written beside the original as rows are
 * refused, and renamed to its final name only when it is complete. It contains combinations, so only its owner can read it.
 */
export class ErrorsFile {
  readonly path: string
  readonly #file: string
  readonly #unfinished: string
  readonly #header: ReadonlyArray<string>
  readonly #kept: ReadonlyArray<number>
  #handle: number | undefined
  /** Rows written so far. */
  rows = 0

  constructor(source: string, header: ReadonlyArray<string>) {
    this.path = errorsPath(source)
    const { file, unfinished } = unfinishedBeside(this.path)
    this.#file = file
    this.#unfinished = unfinished
    const isAdded = (name: string) => added.some((column) => column === name.trim().toLowerCase())
    this.#kept = header.flatMap((name, index) => (isAdded(name) ? [] : [index]))
    this.#header = header
  }

  /** Writes one refused row. */
  add(cells: ReadonlyArray<string>, issue: RowIssue): void {
    if (this.#handle === undefined) {
      this.#handle = openSync(this.#unfinished, "w", 0o600)
      writeFileSync(this.#handle, csvLine([...this.#pick(this.#header), ...added]))
    }
    writeFileSync(this.#handle, csvLine([...this.#pick(cells), issue.error, issue.fix]))
    this.rows++
  }

  /** Completes the file. Returns its path, or null if no row was refused. */
  finish(): string | null {
    if (this.#handle === undefined) return null
    this.#close()
    renameSync(this.#unfinished, this.#file)
    return this.path
  }

  /** Deletes the file after an incomplete import. */
  discard(): void {
    this.#close()
    rmSync(this.#unfinished, { force: true })
  }

  #pick(cells: ReadonlyArray<string>): ReadonlyArray<string> {
    return this.#kept.map((index) => cells[index] ?? "")
  }

  #close(): void {
    if (this.#handle !== undefined) closeSync(this.#handle)
    this.#handle = undefined
  }
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
