#!/usr/bin/env node
/**
 * The start of the single file written by `node scripts/singleFile.ts`: its packed contents are in the comment at its end. The
 * first run unpacks it into the user's cache folder, under a name with its hash; later runs start from there as fast as an
 * installed lockdesk. Plain JavaScript, because it runs on any Node.
 */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync
} from "node:fs"
import { homedir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { brotliDecompressSync } from "node:zlib"

/** Set by the build. */
const content = "CONTENT"
const nodeMajor = 24
const day = 86_400_000
/** How long an unpacked version is kept after its last use. */
const keptFor = 30 * day

const fail = (message, next) => {
  const words = `${message}\nNext: ${next}`
  process.stderr.write(`${process.stderr.isTTY ? words : JSON.stringify({ code: "NotInstalled", message, next })}\n`)
  process.exit(1)
}

/** The platform's cache folder (XDG Base Directory; macOS and Windows have their own). */
const cacheFolder = () => {
  if (process.platform === "darwin") return join(homedir(), "Library", "Caches", "lockdesk")
  if (process.platform === "win32") {
    return join(process.env.LOCALAPPDATA || join(homedir(), "AppData", "Local"), "lockdesk", "Cache")
  }
  return join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "lockdesk")
}

/** Creates a folder and its missing parents. Node's recursive mkdir never returns where nothing can be created, as in /proc. */
const makeFolder = (folder) => {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another process may have just created it.
    if (error.code !== "EEXIST") throw error
  }
}

/** Writes all files to a temporary folder, then renames it atomically, because another process may be unpacking too. */
const unpack = (folder) => {
  const file = readFileSync(fileURLToPath(import.meta.url), "latin1")
  const packed = file.slice(file.lastIndexOf("/*") + 2, file.lastIndexOf("*/"))
  const bytes = brotliDecompressSync(Buffer.from(packed, "base64"))
  const end = bytes.indexOf(0)
  const beside = `${folder}.${process.pid}`
  let at = end + 1
  for (const [name, size] of JSON.parse(bytes.subarray(0, end).toString())) {
    makeFolder(dirname(join(beside, name)))
    writeFileSync(join(beside, name), bytes.subarray(at, at + size))
    at += size
  }
  try {
    renameSync(beside, folder)
  } catch (error) {
    rmSync(beside, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}

const ageOf = (path) => {
  const found = statSync(path, { throwIfNoEntry: false })
  return found === undefined ? 0 : Date.now() - found.mtimeMs
}

/** Notes that this version is used, at most once a day. */
const noteUse = (used) => {
  try {
    if (ageOf(used) > day) utimesSync(used, new Date(), new Date())
  } catch {
    // The folder is read-only.
  }
}

/**
 * Deletes other versions that were not used for a long time, and what a killed process left. A server notes its use every day, so
 * its version stays however long it runs.
 */
const removeUnused = (cache) => {
  for (const name of readdirSync(cache)) {
    const path = join(cache, name)
    const isLeft = /\.\d+$/.test(name)
    try {
      if (name === content || ageOf(isLeft ? path : join(path, "used")) < keptFor) continue
      const removed = isLeft ? path : `${path}.${process.pid}`
      // At once, because a process that starts meanwhile must find all of it or nothing.
      if (!isLeft) renameSync(path, removed)
      rmSync(removed, { recursive: true, force: true })
    } catch {
      // Another process removed it first, or it belongs to someone else.
    }
  }
}

if (Number(process.versions.node.split(".")[0]) < nodeMajor) {
  fail(`Node ${process.version} is too old.`, `Run this file with Node ${nodeMajor} or newer.`)
}
const folder = join(cacheFolder(), content)
if (!existsSync(folder)) {
  try {
    unpack(folder)
    removeUnused(cacheFolder())
  } catch (error) {
    fail(
      `lockdesk could not be unpacked into ${folder}: ${error.message}`,
      "Free some space there, or allow writing, and try again."
    )
  }
}
const used = join(folder, "used")
noteUse(used)
setInterval(noteUse, day / 2, used).unref()
await import(pathToFileURL(join(folder, "lockdesk.js")).href)
