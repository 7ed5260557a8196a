/**
 * Preloaded into a process (`node --import`) to track what a power cut would leave of the files under one folder.
 *
 * Models the worst disk: a second folder, the image, has only what was synced. A write is in it after a sync of that file, a
 * rename after a sync of its target directory. Truncations and deletions happen with the next sync of the file, or not at all.
 * `LOCKDESK_CUT_FROM` and `LOCKDESK_CUT_TO` are the folder and the image, which start out equal; with `LOCKDESK_CUT_LIES` the
 * disk reports syncs that it did not do.
 */
import fs from "node:fs"
import { syncBuiltinESMExports } from "node:module"
import { dirname, join, relative } from "node:path"

const from = process.env["LOCKDESK_CUT_FROM"] ?? ""
const to = process.env["LOCKDESK_CUT_TO"] ?? ""
const lies = process.env["LOCKDESK_CUT_LIES"] !== undefined

const real = { ...fs }

interface WatchedFile {
  /** The path of its synced contents in the image; differs from `path` while a rename is not synced. */
  image: string
  dirty: Array<readonly [start: number, end: number]>
}

const files = new Map<string, WatchedFile>()
const open = new Map<number, string>()
const renames: Array<{ readonly file: WatchedFile; readonly target: string }> = []

const imageOf = (path: string) => join(to, relative(from, path))
const watched = (path: unknown): path is string => typeof path === "string" && path.startsWith(from)

const fileAt = (path: string): WatchedFile => {
  const known = files.get(path)
  if (known !== undefined) return known
  const file: WatchedFile = { image: imageOf(path), dirty: [] }
  files.set(path, file)
  return file
}

/** Updates the image's copy of a file. */
const syncFile = (path: string, fd: number): void => {
  const file = fileAt(path)
  const size = real.fstatSync(fd).size
  const source = real.openSync(path, "r")
  const image = real.openSync(file.image, real.constants.O_RDWR | real.constants.O_CREAT, 0o600)
  for (const [start, end] of file.dirty) {
    const bytes = Buffer.alloc(Math.max(0, Math.min(end, size) - start))
    const length = real.readSync(source, bytes, 0, bytes.length, start)
    real.writeSync(image, bytes, 0, length, start)
  }
  real.ftruncateSync(image, size)
  real.closeSync(source)
  real.closeSync(image)
  file.dirty = []
}

const syncDirectory = (path: string): void => {
  for (const rename of renames.splice(0)) {
    if (dirname(rename.target) === imageOf(path)) {
      if (real.existsSync(rename.file.image)) real.renameSync(rename.file.image, rename.target)
      rename.file.image = rename.target
    } else {
      renames.push(rename)
    }
  }
}

const sync = (fd: number): void => {
  const path = open.get(fd)
  if (path === undefined || lies) return
  if (real.fstatSync(fd).isDirectory()) syncDirectory(path)
  else syncFile(path, fd)
}

Object.assign(fs, {
  openSync: (...call: Parameters<typeof fs.openSync>) => {
    const fd = real.openSync(...call)
    if (watched(call[0])) open.set(fd, call[0])
    return fd
  },
  closeSync: (fd: number) => {
    open.delete(fd)
    real.closeSync(fd)
  },
  writeSync: (fd: number, bytes: Uint8Array, offset: number, length: number, position: number) => {
    const written = real.writeSync(fd, bytes, offset, length, position)
    const path = open.get(fd)
    if (path !== undefined) fileAt(path).dirty.push([position, position + written])
    return written
  },
  writeFileSync: (...call: Parameters<typeof fs.writeFileSync>) => {
    real.writeFileSync(...call)
    if (watched(call[0])) fileAt(call[0]).dirty.push([0, Number.MAX_SAFE_INTEGER])
  },
  fdatasyncSync: sync,
  fsyncSync: sync,
  renameSync: (source: string, target: string) => {
    real.renameSync(source, target)
    if (!watched(source)) return
    const file = fileAt(source)
    files.delete(source)
    files.set(target, file)
    for (const [fd, path] of open) if (path === source) open.set(fd, target)
    renames.push({ file, target: imageOf(target) })
  },
  unlinkSync: (path: string) => {
    real.unlinkSync(path)
    files.delete(path)
  },
  mkdirSync: (...call: Parameters<typeof fs.mkdirSync>) => {
    if (watched(call[0])) real.mkdirSync(imageOf(call[0]), { recursive: true })
    return real.mkdirSync(...call)
  }
})
syncBuiltinESMExports()
