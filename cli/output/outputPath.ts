import { statSync } from "node:fs"
import { type Failure, usageFailure } from "./Failure.ts"
import type { Terminal } from "./Terminal.ts"

/** Whether stdout was requested explicitly. As a file, it can't be opened if it is a socket. */
export const isStdout = (output: string | undefined): boolean => output === "-" || output === "/dev/stdout"

/** The file of `--output`; null for stdout, the default. */
export const outputPath = (output: string | undefined): string | null =>
  output === undefined || isStdout(output) ? null : output

/** Whether a path is a file, which is replaced, or something else, such as a device or a named pipe; null if there is nothing. */
export const kindOfFile = (path: string): "file" | "other" | null => {
  const found = statSync(path, { throwIfNoEntry: false })
  return found === undefined ? null : found.isFile() ? "file" : "other"
}

/** Why binary data can't go to stdout: it is a terminal. Null if it is not. */
export const screenRefusal = ({ streams }: Terminal, what: string): Failure | null =>
  streams.stdout.isTTY
    ? usageFailure(`Can't write ${what} to a terminal.`, "Add --output FILE, or pipe the output.", {
        field: "output"
      })
    : null
