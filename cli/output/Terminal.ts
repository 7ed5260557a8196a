import type { Writable } from "node:stream"
import { type Paint, paintWith, safeLines } from "./ansi.ts"
import { columnsOf } from "./columnsOf.ts"
import type { Asker } from "./Question.ts"
import { wrappedMessage } from "./wrapped.ts"

/** The output format. `fields` are those of `--json a,b`. */
export type Format =
  | { readonly kind: "table" }
  | { readonly kind: "json"; readonly fields: ReadonlyArray<string> | null }
  | { readonly kind: "ndjson"; readonly fields: ReadonlyArray<string> | null }

/** The streams of a command. */
export interface Streams {
  readonly stdin: NodeJS.ReadStream
  readonly stdout: NodeJS.WriteStream
  readonly stderr: NodeJS.WriteStream
}

/** The user's output preferences: from flags, the environment and the settings. */
export interface OutputOptions {
  readonly format: Format
  readonly quiet: boolean
  /** `--no-input`: never ask, even at a terminal. */
  readonly noInput: boolean
  readonly color: boolean
  /** The terminal can't replace what it shows. */
  readonly dumb: boolean
  /** COLUMNS: overrides the terminal's width. */
  readonly columns: number | null
}

/** Data goes to stdout, messages to stderr: the only code that writes to either. */
export class Terminal {
  readonly streams: Streams
  readonly outputOptions: OutputOptions
  /** Styles for messages. Data has none, so that it is the same in a pipe. */
  readonly paint: Paint
  /** Asks instead of stderr and the keyboard: the palette, which uses both. */
  readonly asker: Asker | undefined
  #statusShown = false
  #company: string | null = null
  #resume: string | null = null

  constructor(streams: Streams, outputOptions: OutputOptions, asker?: Asker) {
    this.streams = streams
    this.outputOptions = outputOptions
    this.asker = asker
    this.paint = paintWith(outputOptions.color && streams.stderr.isTTY)
  }

  /** The company acted for, if it is not the user's own; confirmations name it. */
  get company(): string | null {
    return this.#company
  }

  actsFor(company: string): void {
    this.#company = company
  }

  /** The command that resumes the work if it is interrupted; null if there is none. */
  get resume(): string | null {
    return this.#resume
  }

  resumesWith(line: string | null): void {
    this.#resume = line
  }

  /** Whether a person can be asked: a keyboard, a screen, and no --no-input. */
  get mayAsk(): boolean {
    return this.atKeyboard && (this.asker !== undefined || this.streams.stderr.isTTY) && !this.outputOptions.noInput
  }

  /** Whether a person types the input; false if it is piped in. */
  get atKeyboard(): boolean {
    return this.asker !== undefined || this.streams.stdin.isTTY
  }

  /** Whether a full screen can be drawn on stdout and closed with a key. */
  get mayDraw(): boolean {
    const { noInput, dumb } = this.outputOptions
    return this.streams.stdin.isTTY && this.streams.stdout.isTTY && !noInput && !dumb
  }

  /** Whether a message can be replaced by the next one, such as progress. */
  get mayReplace(): boolean {
    return this.streams.stderr.isTTY && !this.outputOptions.dumb
  }

  /** Whether an error is a JSON object: without a TTY, or with --json. */
  get errorsAreJson(): boolean {
    return !this.streams.stderr.isTTY || this.outputOptions.format.kind !== "table"
  }

  /** Whether a person reads the output and may get hints. */
  get hints(): boolean {
    return this.streams.stderr.isTTY && this.outputOptions.format.kind === "table"
  }

  /** The width of the terminal for data; null for a pipe or file. */
  get columns(): number | null {
    return columnsOf(this.streams.stdout, this.outputOptions.columns)
  }

  /** A message as lines that fit on the screen. It may quote a file or a server. */
  fitting(message: string): string {
    return wrappedMessage(safeLines(message), columnsOf(this.streams.stderr, this.outputOptions.columns))
  }

  /** Writes data, and waits until a slow reader has read it. */
  data(text: string | Uint8Array): Promise<void> {
    this.status(null)
    return written(this.streams.stdout, text)
  }

  /** Writes a message, unless --quiet. */
  talk(line: string): void {
    if (this.outputOptions.quiet) return
    this.status(null)
    this.streams.stderr.write(`${this.fitting(line)}\n`)
  }

  /** A line that the next one replaces; null removes it. Only at a terminal. */
  status(line: string | null): void {
    if (!this.mayReplace || this.outputOptions.quiet || (line === null && !this.#statusShown)) return
    this.streams.stderr.write(`\r\u001b[2K${line ?? ""}`)
    this.#statusShown = line !== null
  }

  /** Shows a status only if none is shown, such as a job's progress. Returns whether it is shown. */
  waits(line: string): boolean {
    if (this.#statusShown) return false
    this.status(line)
    return this.#statusShown
  }

  /** Writes an error, even with --quiet. */
  error(line: string): void {
    this.status(null)
    this.streams.stderr.write(`${this.errorsAreJson ? line : this.fitting(line)}\n`)
  }
}

const written = (stream: Writable, text: string | Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    stream.write(text, (error) => (error ? reject(error) : resolve()))
  })
