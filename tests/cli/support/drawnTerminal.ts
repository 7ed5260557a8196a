import { EventEmitter } from "node:events"
import { PassThrough } from "node:stream"
import type { Streams } from "#cli/output/Terminal.ts"
import { TerminalScreen } from "./TerminalScreen.ts"

/** A terminal without a process: output is drawn synchronously, and input arrives in the same turn. */
export interface DrawnTerminal {
  readonly screen: TerminalScreen
  readonly streams: Streams
  /** Waits until the screen shows a text. */
  readonly shows: (text: string) => Promise<void>
  /** Sends the characters of keys in one chunk. */
  readonly type: (text: string) => void
}

/** Its usual columns and rows. */
const usual = { columns: 100, rows: 30 }

/** A terminal without an alternate buffer, so anything that isn't cleared stays. */
export const drawnTerminal = (size = usual): DrawnTerminal => {
  const screen = new TerminalScreen(size.columns, false)
  const waiting: Array<() => void> = []
  const stdout = Object.assign(new PassThrough(), { isTTY: true, ...size })
  stdout.on("data", (chunk: Buffer) => {
    // A terminal inserts a carriage return before each line feed.
    screen.write(chunk.toString().replaceAll("\n", "\r\n"))
    for (const look of waiting.splice(0)) look()
  })
  const keyboard = new EventEmitter()
  const stdin = Object.assign(keyboard, {
    isTTY: true,
    setRawMode: () => stdin,
    setEncoding: () => stdin,
    pause: () => stdin,
    ref: () => stdin,
    unref: () => stdin
  })
  return {
    screen,
    shows: async (text) => {
      while (!screen.text.includes(text)) await new Promise<void>((resolve) => waiting.push(resolve))
    },
    type: (text) => void keyboard.emit("data", text),
    streams: { stdin, stdout, stderr: stdout } as unknown as Streams
  }
}
