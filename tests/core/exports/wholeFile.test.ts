import { Effect, Stream } from "effect"
import { expect, it } from "vitest"
import type { ExportFormat } from "#core/exports/exportFormats.ts"
import { receiveFile } from "#core/exports/wholeFile.ts"

/** The result of receiving these parts as a file with two rows. */
const received = (format: ExportFormat, ...parts: ReadonlyArray<Uint8Array>): string => {
  const file = receiveFile(Stream.fromIterable(parts), { rows: 2, format }, () => Effect.void)
  return Effect.runSync(Effect.match(file, { onSuccess: () => "whole", onFailure: ({ _tag }) => _tag }))
}

it("an exported file that was cut off is refused", () => {
  const csv = new Uint8Array(Buffer.from('serial,note\r\n1,"a\r\nb"\r\n2,\r\n'))
  expect(received("csv", csv)).toBe("whole")
  expect(received("csv", csv.subarray(0, 5), csv.subarray(5))).toBe("whole")
  expect(received("csv", csv.subarray(0, -1))).toBe("FileCutOff")
  expect(received("csv", csv.subarray(0, 13))).toBe("FileCutOff")
  // A line break in a quoted field does not end a row.
  expect(received("csv", csv.subarray(0, -4))).toBe("FileCutOff")
  expect(received("csv")).toBe("FileCutOff")
  const archive = new Uint8Array([1, 2, 3, 0x50, 0x4b, 5, 6, ...Array<number>(18).fill(0)])
  expect(received("xlsx", archive)).toBe("whole")
  expect(received("xlsx", archive.subarray(0, 10), archive.subarray(10))).toBe("whole")
  expect(received("xlsx", archive.subarray(0, -1))).toBe("FileCutOff")
})
