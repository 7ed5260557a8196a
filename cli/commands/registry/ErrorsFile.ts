import { closeSync, openSync, renameSync, rmSync, writeSync } from "node:fs"
import { csvLine } from "#core/base/csvText.ts"

/** What is wrong with a row and what fixes it. */
interface RowIssue {
  readonly error: string
  readonly fix: string
}

/** The two columns that are added to a refused row, and left out when the file is fed back. */
const added = ["error", "fix"] as const

/**
 * The file that refused rows come back in: the columns of the original, and beside them what is wrong and what fixes it.
 * It is written next to the original as rows are refused, and appears under its name only when it is whole. Combinations
 * stand in it, so only its owner can read it.
 */
export class ErrorsFile {
  readonly path: string
  readonly #unfinished: string
  readonly #header: ReadonlyArray<string>
  readonly #kept: ReadonlyArray<number>
  #handle: number | undefined
  /** Rows written so far. */
  rows = 0

  constructor(source: string, header: ReadonlyArray<string>) {
    this.path = errorsPath(source)
    this.#unfinished = `${this.path}.${process.pid}.new`
    const isAdded = (name: string) => added.some((column) => column === name.trim().toLowerCase())
    this.#kept = header.flatMap((name, index) => (isAdded(name) ? [] : [index]))
    this.#header = header
  }

  /** Writes one refused row. */
  add(cells: ReadonlyArray<string>, issue: RowIssue): void {
    if (this.#handle === undefined) {
      this.#handle = openSync(this.#unfinished, "w", 0o600)
      writeSync(this.#handle, csvLine([...this.#pick(this.#header), ...added]))
    }
    writeSync(this.#handle, csvLine([...this.#pick(cells), issue.error, issue.fix]))
    this.rows++
  }

  /** Puts the file in its place. Its path, or null when no row was refused. */
  finish(): string | null {
    if (this.#handle === undefined) return null
    this.#close()
    renameSync(this.#unfinished, this.path)
    return this.path
  }

  /** Leaves nothing behind, when the import did not come to its end. */
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

/** `box.csv` and `box.xlsx` give `box.errors.csv`, and that fed back `box.errors-2.csv`: what is being read is never overwritten. */
export const errorsPath = (source: string): string => {
  const base = source.replace(/\.(csv|xlsx|txt|tsv)$/i, "")
  const again = /^(.*\.errors)(?:-(\d+))?$/.exec(base)
  return again === null ? `${base}.errors.csv` : `${again[1]}-${Number(again[2] ?? 1) + 1}.csv`
}
