import { Effect, Stream } from "effect"
import type { ExportFormat } from "./exportFormats.ts"

/** The response is not a whole file: something between here and the server cut it off, or answered in its place. */
export class FileCutOff extends Error {
  readonly _tag = "FileCutOff"
}

/** A workbook is a ZIP archive, which ends with this signature and 18 more bytes. */
const archiveEnd = [0x50, 0x4b, 5, 6]
const archiveEndSize = 22
const newline = 10
const quote = 34

/**
 * Gives the bytes of an exported file to `take`. Fails with `FileCutOff` at their end if there are fewer than `rows` rows: a proxy
 * can end an incomplete response like a complete one.
 */
export const receiveFile = <E, R, E2, R2>(
  bytes: Stream.Stream<Uint8Array, E, R>,
  { rows, format }: { readonly rows: number; readonly format: ExportFormat },
  take: (part: Uint8Array) => Effect.Effect<void, E2, R2>
): Effect.Effect<void, E | E2 | FileCutOff, R | R2> =>
  Effect.suspend(() => {
    let lines = 0
    /** Whether the next byte is in a quoted CSV field, which may contain line breaks. */
    let isQuoted = false
    let last: ReadonlyArray<number> = []
    const add = (part: Uint8Array): void => {
      last = [...last, ...part.subarray(-archiveEndSize)].slice(-archiveEndSize)
      if (format !== "csv") return
      for (const byte of part) {
        if (byte === quote) isQuoted = !isQuoted
        else if (byte === newline && !isQuoted) lines++
      }
    }
    const isWhole = (): boolean =>
      format === "csv"
        ? lines > rows && !isQuoted && last.at(-1) === newline
        : archiveEnd.every((byte, nth) => last[nth] === byte)
    const received = Stream.runForEach(bytes, (part) => {
      add(part)
      return take(part)
    })
    return Effect.flatMap(received, () => (isWhole() ? Effect.void : Effect.fail(new FileCutOff())))
  })
