import { readFileSync } from "node:fs"

/** When the process `pid` started, in a form that only compares; empty when there is none (or no /proc). */
export const startOf = (pid: number): string => {
  try {
    // Field 22; the name in field 2 may itself contain blanks and parentheses.
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[19] ?? ""
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT" || (cause as NodeJS.ErrnoException).code === "ESRCH") return ""
    throw cause
  }
}

/** Whether the process that had `pid` and started at `start` still runs. */
export const isRunning = (pid: number, start: string | undefined): boolean => {
  try {
    process.kill(pid, 0)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ESRCH") return false
  }
  return startOf(pid) === start
}
