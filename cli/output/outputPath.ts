import { type Failure, usageFailure } from "./Failure.ts"
import type { Terminal } from "./Terminal.ts"

/** The file name that means stdout. */
const stdout = "-"

/** The file of `--output`; null for stdout, the default. */
export const outputPath = (output: string | undefined): string | null =>
  output === undefined || output === stdout ? null : output

/** Whether stdout was requested explicitly. */
export const isStdout = (output: string | undefined): boolean => output === stdout

/** Why binary data can't go to stdout: it is a terminal. Null if it is not. */
export const screenRefusal = ({ streams }: Terminal, what: string): Failure | null =>
  streams.stdout.isTTY
    ? usageFailure(`Can't write ${what} to a terminal.`, "Add --output FILE, or pipe the output.", {
        field: "output"
      })
    : null
