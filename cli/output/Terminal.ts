import type { Writable } from "node:stream"
import { type Paint, paintWith } from "./ansi.ts"
import type { Asker } from "./Question.ts"

/** How a command's answer is written. `fields` are the ones asked for with `--json a,b`. */
export type Format =
  | { readonly kind: "table" }
  | { readonly kind: "json"; readonly fields: ReadonlyArray<string> | null }
  | { readonly kind: "ndjson"; readonly fields: ReadonlyArray<string> | null }

/** The streams a command lives between, as it found them. */
export interface Streams {
  readonly stdin: NodeJS.ReadStream
  readonly stdout: NodeJS.WriteStream
  readonly stderr: NodeJS.WriteStream
}

/** What the person said about talking: from flags, the environment and the settings. */
export interface Manner {
  readonly format: Format
  readonly quiet: boolean
  /** `--no-input`: never ask, even at a terminal. */
  readonly noInput: boolean
  readonly color: boolean
  /** COLUMNS: how wide the terminal is taken to be, whatever it says. */
  readonly columns: number | null
}

/** Of a terminal that does not say how wide it is. */
const usualColumns = 80

/** stdout is data, stderr is talk: the only place that writes to either. */
export class Terminal {
  readonly streams: Streams
  readonly manner: Manner
  /** Marks for talk. Data carries none, so that it is the same piped or not. */
  readonly paint: Paint
  /** Asks instead of stderr and the keyboard: the palette, which has both. */
  readonly asker: Asker | undefined
  #statusShown = false
  #company: string | null = null
  #resume: string | null = null

  constructor(streams: Streams, manner: Manner, asker?: Asker) {
    this.streams = streams
    this.manner = manner
    this.asker = asker
    this.paint = paintWith(manner.color && streams.stderr.isTTY)
  }

  /** The company that is acted for, where that is not the user's own; a confirmation names it. */
  get company(): string | null {
    return this.#company
  }

  actsFor(company: string): void {
    this.#company = company
  }

  /** The command that resumes the work if it is interrupted; null where there is nothing to resume. */
  get resume(): string | null {
    return this.#resume
  }

  resumesWith(line: string | null): void {
    this.#resume = line
  }

  /** Whether somebody is there to be asked: a keyboard, a screen, and no word against it. */
  get mayAsk(): boolean {
    return this.atKeyboard && (this.asker !== undefined || this.streams.stderr.isTTY) && !this.manner.noInput
  }

  /** Whether answers are typed by a person, and not piped in. */
  get atKeyboard(): boolean {
    return this.asker !== undefined || this.streams.stdin.isTTY
  }

  /** Whether a screen can be drawn on stdout and left with a key. */
  get mayDraw(): boolean {
    return this.streams.stdin.isTTY && this.streams.stdout.isTTY && !this.manner.noInput
  }

  /** Whether an error is one JSON object: off a TTY, or when JSON was asked for. */
  get errorsAreJson(): boolean {
    return !this.streams.stderr.isTTY || this.manner.format.kind !== "table"
  }

  /** Whether somebody reads along who can be told what to do next. */
  get hints(): boolean {
    return this.streams.stderr.isTTY && this.manner.format.kind === "table"
  }

  /** Columns of the terminal that data is shown on; null where it goes into a pipe or a file. */
  get columns(): number | null {
    const { stdout } = this.streams
    return stdout.isTTY ? (this.manner.columns ?? (stdout.columns || usualColumns)) : null
  }

  /** Writes data, and waits until a slow reader has taken it. */
  data(text: string | Uint8Array): Promise<void> {
    this.status(null)
    return written(this.streams.stdout, text)
  }

  /** Writes a line of talk, unless --quiet. */
  talk(line: string): void {
    if (this.manner.quiet) return
    this.status(null)
    this.streams.stderr.write(`${line}\n`)
  }

  /** A line that the next one replaces; null takes it away. Only at a terminal. */
  status(line: string | null): void {
    if (!this.streams.stderr.isTTY || this.manner.quiet || (line === null && !this.#statusShown)) return
    this.streams.stderr.write(`\r\u001b[2K${line ?? ""}`)
    this.#statusShown = line !== null
  }

  /** Writes an error: always, also with --quiet. */
  error(line: string): void {
    this.status(null)
    this.streams.stderr.write(`${line}\n`)
  }
}

const written = (stream: Writable, text: string | Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    stream.write(text, (error) => (error ? reject(error) : resolve()))
  })
