import { spawnSync } from "node:child_process"
import type { Disk } from "./Disk.ts"

/** Limits the size of files that the running process `pid` can write. A write beyond it fails, as on a full disk. */
export const limitFileSize = (pid: number, bytes: number | "unlimited"): void => {
  const { error, status, stderr } = spawnSync("prlimit", ["--pid", String(pid), `--fsize=${bytes}:unlimited`])
  if (error !== undefined) throw new Error("this test needs the command prlimit (util-linux)", { cause: error })
  if (status !== 0) throw new Error(`prlimit refused: ${String(stderr)}`)
}

/** Smaller than the database's log, so the next write to it fails. */
const tooSmall = 1024 * 1024

/** Replaces a disk where none can be mounted. `fill` ignores how much to leave free: the log can't be written at all. */
export const limitedDisk = (folder: string): Disk => ({
  folder,
  within: [],
  fill: (_, pid) => limitFileSize(pid, tooSmall),
  free: (pid) => limitFileSize(pid, "unlimited"),
  dispose: async () => undefined
})
