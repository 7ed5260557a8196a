import { accessSync, constants, existsSync, readFileSync, statfsSync } from "node:fs"

/** The file system in memory that Linux provides. */
const folder = "/dev/shm"

/** More than twice what a complete run keeps there at any time (435 MB), in bytes. */
const needed = 2 ** 30

/** Whether programs may run from it. Tests write some, such as `lockdesk` for the completion of shells. */
const runsPrograms = (): boolean =>
  readFileSync("/proc/mounts", "utf8")
    .split("\n")
    .map((line) => line.split(" "))
    .some(
      ([, place, kind, options = ""]) => place === folder && kind === "tmpfs" && !options.split(",").includes("noexec")
    )

/**
 * A folder in memory for the temporary files of tests; undefined if this machine has none with enough room. A run creates
 * and deletes hundreds of databases of a thousand files each, and none of its tests cuts the power of a disk.
 */
export const memoryFolder = (): string | undefined => {
  if (!existsSync(folder) || !existsSync("/proc/mounts") || !runsPrograms()) return undefined
  try {
    accessSync(folder, constants.W_OK)
  } catch {
    return undefined
  }
  const { bavail, bsize } = statfsSync(folder)
  return Math.min(bavail * bsize, process.availableMemory() / 2) < needed ? undefined : folder
}
