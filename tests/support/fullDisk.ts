import { closeSync, openSync, readdirSync, readlinkSync } from "node:fs"

const readLink = (path: string): string => {
  try {
    return readlinkSync(path)
  } catch (error) {
    // The descriptor that listed the folder is closed by now.
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error
    return ""
  }
}

/** Opens `path` under this number: the kernel gives the lowest that is free, so the lower ones are held meanwhile. */
const openAs = (wanted: number, path: string): void => {
  const lower: Array<number> = []
  let got = openSync(path, "a")
  while (got < wanted) {
    lower.push(got)
    got = openSync(path, "a")
  }
  for (const descriptor of lower) closeSync(descriptor)
  if (got !== wanted) throw new Error(`descriptor ${wanted} was taken by somebody else`)
}

/**
 * Fills the disk under one open file of this process: its descriptor leads to /dev/full, where every write fails as on
 * a full disk (ENOSPC). Returns what frees it again.
 */
export const fillDiskUnder = (path: string): (() => void) => {
  const descriptor = readdirSync("/proc/self/fd").map(Number).find((fd) => readLink(`/proc/self/fd/${fd}`) === path)
  if (descriptor === undefined) throw new Error(`${path} is not open in this process`)
  const swap = (target: string) => () => {
    closeSync(descriptor)
    openAs(descriptor, target)
  }
  swap("/dev/full")()
  return swap(path)
}
