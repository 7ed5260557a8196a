import { PassThrough } from "node:stream"
import type { Streams } from "./Terminal.ts"

interface CapturedStreams {
  readonly streams: Streams
  /** The text written since the last call: data first, then messages. */
  readonly take: () => string
}

/** Streams for a command whose output the caller shows in a given width: no input, and captured output. */
export const capturedStreams = (columns: number): CapturedStreams => {
  const data: Array<string> = []
  const talk: Array<string> = []
  const keeping = (into: Array<string>) => {
    const stream = new PassThrough()
    stream.on("data", (chunk: Buffer) => into.push(chunk.toString()))
    return Object.assign(stream, { isTTY: false })
  }
  const stdin = new PassThrough()
  stdin.end()
  const stdout = Object.assign(keeping(data), { isTTY: true, columns })
  const streams = { stdin: Object.assign(stdin, { isTTY: false }), stdout, stderr: keeping(talk) }
  return {
    streams: streams as unknown as Streams,
    take: () => [...data.splice(0), ...talk.splice(0)].join("")
  }
}
