import { PassThrough } from "node:stream"
import type { Streams } from "#cli/output/Terminal.ts"

/**
 * Streams for a command that runs inside a screen: nobody is at its keyboard, and what it writes is kept to be shown,
 * data first and talk below it.
 */
export const capturedStreams = (): { readonly streams: Streams; readonly text: () => string } => {
  const data: Array<string> = []
  const talk: Array<string> = []
  const keeping = (into: Array<string>) => {
    const stream = new PassThrough()
    stream.on("data", (chunk: Buffer) => into.push(chunk.toString()))
    return Object.assign(stream, { isTTY: false })
  }
  const stdin = new PassThrough()
  stdin.end()
  const streams = { stdin: Object.assign(stdin, { isTTY: false }), stdout: keeping(data), stderr: keeping(talk) }
  return { streams: streams as unknown as Streams, text: () => [...data, ...talk].join("") }
}
