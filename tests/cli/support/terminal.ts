import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from "node:child_process"
import { bin, type Machine } from "./lockdesk.ts"
import { TerminalScreen } from "./TerminalScreen.ts"

/** The characters a terminal sends for named keys. */
export const keys = {
  enter: "\r",
  escape: "\u001b",
  backspace: "\u007f",
  interrupt: "\u0003",
  eraseLine: "\u0015",
  up: "\u001b[A",
  down: "\u001b[B"
} as const

/** The util-linux command that runs a process at a terminal. */
const giveTerminal = "script"

/** Milliseconds to wait for something to appear. */
const patience = 30_000

const size = { columns: 100, rows: 40 }

/** A `lockdesk`, or another program, at a real terminal, provided by util-linux's `script`. */
export class TerminalRun {
  readonly screen = new TerminalScreen(size.columns)
  readonly #child: ChildProcessWithoutNullStreams
  readonly #ended: Promise<number>
  #changed: () => void = () => undefined

  constructor(
    machine: Machine,
    args: ReadonlyArray<string>,
    env: Readonly<Record<string, string>> = {},
    program: string | null = null
  ) {
    const command = [...(program === null ? [process.execPath, bin] : [program]), ...args].map(quoted).join(" ")
    this.#child = spawn(
      giveTerminal,
      ["-qec", `stty cols ${size.columns} rows ${size.rows}; exec ${command}`, "/dev/null"],
      { cwd: machine.work, env: { ...machine.env, SHELL: "/bin/sh", ...env } }
    )
    this.#child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      this.screen.write(chunk)
      this.#changed()
    })
    this.#ended = new Promise((resolve, reject) => {
      this.#child.on("error", () => reject(new Error("these tests need `script` of util-linux (package bsdutils)")))
      this.#child.on("close", (code) => {
        resolve(code ?? -1)
        this.#changed()
      })
    })
  }

  /** Waits until the screen shows a text. */
  async shows(wanted: RegExp | string): Promise<void> {
    const fits = () => (typeof wanted === "string" ? this.screen.text.includes(wanted) : wanted.test(this.screen.text))
    let over = false
    void this.#ended.then(() => (over = true))
    const limit = setTimeout(() => ((over = true), this.#changed()), patience)
    try {
      while (!fits()) {
        if (over) {
          // Killing `script` closes its terminal, which ends the process too.
          this.#child.kill("SIGKILL")
          throw new Error(`never showed ${wanted}; the screen is:\n${this.screen.text}`)
        }
        await new Promise<void>((resolve) => (this.#changed = resolve))
      }
    } finally {
      clearTimeout(limit)
    }
  }

  type(text: string): void {
    this.#child.stdin.write(text)
  }

  /** Types a text, and waits until the screen shows another. */
  types(text: string, wanted: RegExp | string): Promise<void> {
    this.type(text)
    return this.shows(wanted)
  }

  /** The exit code, after it has ended. */
  async ends(): Promise<number> {
    const limit = setTimeout(() => this.#child.kill("SIGKILL"), patience)
    const code = await this.#ended
    clearTimeout(limit)
    return code
  }

  /** Sends a signal to the `lockdesk` process itself. */
  signal(name: NodeJS.Signals): void {
    const { stdout } = spawnSync("ps", ["-o", "pid=", "--ppid", String(this.#child.pid)], { encoding: "utf8" })
    for (const pid of stdout.trim().split(/\s+/).filter(Boolean)) process.kill(Number(pid), name)
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
