import { spawn, spawnSync } from "node:child_process"
import { cpSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Disk } from "./Disk.ts"
import { limitedDisk } from "./fileSizeLimit.ts"

/** Whether this process can mount: root can in most containers, others usually can't. */
const mayMount = (): boolean => spawnSync("unshare", ["--mount", "mount", "-t", "tmpfs", "none", tmpdir()]).status === 0

/**
 * A disk of `bytes` with a copy of the folder `from`: a tmpfs in a separate mount namespace. A holder process keeps it, so that
 * nothing remains however the test ends. Where it can't be mounted, a file size limit replaces it.
 */
export const openSmallDisk = async (bytes: number, from: string): Promise<Disk> => {
  if (!mayMount()) return limitedDisk(from)
  const place = mkdtempSync(join(tmpdir(), "lockdesk-disk-"))
  const script = `mount -t tmpfs -o size=${bytes},mode=0700 none '${place}' && echo mounted && exec cat`
  const holder = spawn("unshare", ["--mount", "sh", "-c", script], { stdio: ["pipe", "pipe", "inherit"] })
  const gone = new Promise<void>((resolve) => holder.once("close", () => resolve()))
  await new Promise<void>((resolve, reject) => {
    holder.once("error", reject)
    holder.stdout.once("data", () => resolve())
    void gone.then(() => reject(new Error("the small disk could not be mounted")))
  })
  const outside = `/proc/${holder.pid}/root${place}`
  const ballast = join(outside, "ballast")
  cpSync(from, join(outside, "data"), { recursive: true })
  return {
    folder: join(place, "data"),
    within: ["nsenter", "--mount", "--target", String(holder.pid)],
    fill: (leave) => {
      const { bavail, bsize } = statfsSync(outside)
      writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - leave)))
    },
    free: () => rmSync(ballast, { force: true }),
    dispose: async () => {
      holder.stdin.end()
      await gone
      rmSync(place, { recursive: true, force: true })
    }
  }
}
