import { type Failure, usageFailure } from "./Failure.ts"
import type { Terminal } from "./Terminal.ts"

/** The file name that means stdout. */
const stdout = "-"

/** The file that `--output` names; null for stdout, which is what it is without one too. */
export const outputPath = (output: string | undefined): string | null =>
  output === undefined || output === stdout ? null : output

/** Whether stdout was asked for by its name. */
export const isStdout = (output: string | undefined): boolean => output === stdout

/** Why bytes that are no text cannot go to stdout: a screen is there. Null where none is. */
export const screenRefusal = ({ streams }: Terminal, what: string): Failure | null =>
  streams.stdout.isTTY
    ? usageFailure(`Can't write ${what} to a terminal.`, "Add --output FILE, or pipe the output.", {
        field: "output"
      })
    : null
