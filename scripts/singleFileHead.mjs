#!/usr/bin/env node
/**
 * The start of the single file written by `node scripts/singleFile.ts`: its packed contents are in the comment at its end. The
 * first run unpacks it into the user's cache folder, under a name with its hash; later runs start from there as fast as an
 * installed lockdesk. Plain JavaScript, because it runs on any Node.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { homedir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { brotliDecompressSync } from "node:zlib"

/** Set by the build. */
const content = "CONTENT"
const nodeMajor = 24

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

/** Writes all files to a temporary folder, then renames it atomically, because another process may be unpacking too. */
const unpack = (folder) => {
  const file = readFileSync(fileURLToPath(import.meta.url), "latin1")
  const packed = file.slice(file.lastIndexOf("/*") + 2, file.lastIndexOf("*/"))
  const bytes = brotliDecompressSync(Buffer.from(packed, "base64"))
  const end = bytes.indexOf(0)
  const beside = `${folder}.${process.pid}`
  let at = end + 1
  for (const [name, size] of JSON.parse(bytes.subarray(0, end).toString())) {
    mkdirSync(dirname(join(beside, name)), { recursive: true, mode: 0o700 })
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

if (Number(process.versions.node.split(".")[0]) < nodeMajor) {
  fail(`Node ${process.version} is too old.`, `Run this file with Node ${nodeMajor} or newer.`)
}
const folder = join(cacheFolder(), content)
if (!existsSync(folder)) {
  try {
    unpack(folder)
  } catch (error) {
    fail(
      `lockdesk could not be unpacked into ${folder}: ${error.message}`,
      "Free some space there, or allow writing, and try again."
    )
  }
}
await import(pathToFileURL(join(folder, "lockdesk.js")).href)
