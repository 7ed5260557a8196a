import { readdir, readFile, stat } from "node:fs/promises"
import { join, relative, sep } from "node:path"
import { Effect, Option } from "effect"
import { Mime } from "effect/http"
import type { PageSettings } from "#core/base/pageSettings.ts"
import { type Encoding, encodings } from "../http/contentEncoding.ts"
import { settledPage, tagOf } from "./settledPage.ts"

/** A complete file of the console. */
export interface ConsoleFile {
  readonly contentType: string
  /** The ETag of these bytes, without quotes; an encoded body adds its encoding. */
  readonly tag: string
  readonly plain: Buffer
  /** The same bytes, compressed by the build. */
  readonly encoded: ReadonlyMap<Encoding, Buffer>
}

/** Files by URL path: `/index.html`, `/assets/main-4f2a.js`. */
export type ConsoleFiles = ReadonlyMap<string, ConsoleFile>

/** The page served at every path of the console's router. */
export const consolePage = "/index.html"

/** The extension that the build adds to compressed files. */
const endings: Readonly<Record<Encoding, string>> = { br: ".br", gzip: ".gz" }

const contentTypeOf = (path: string): string => {
  const type = Option.getOrElse(Mime.getType(path), () => "application/octet-stream")
  return /^text\/|^application\/(json|manifest\+json)$|^image\/svg/.test(type) ? `${type}; charset=utf-8` : type
}

const gone = (error: unknown): null => {
  const { code } = error as NodeJS.ErrnoException
  if (code === "ENOENT" || code === "ENOTDIR") return null
  throw error
}

/** Changes with every build: the page, and the list of files beside it. Null without a console. */
const signatureOf = async (folder: string): Promise<string | null> => {
  const facts = async (path: string) => {
    const { mtimeMs, size, ino } = await stat(path)
    return `${mtimeMs} ${size} ${ino}`
  }
  try {
    const page = await facts(join(folder, consolePage))
    return [page, await facts(folder), await facts(join(folder, "assets")).catch(gone)].join()
  } catch (error) {
    return gone(error)
  }
}

const readFiles = async (folder: string, settings: PageSettings): Promise<ConsoleFiles> => {
  // Symbolic links are ignored: only files in the folder are served.
  const entries = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  const contents = new Map<string, Buffer>()
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    contents.set(`/${relative(folder, path).split(sep).join("/")}`, await readFile(path))
  }
  const files = new Map<string, ConsoleFile>()
  for (const [path, plain] of contents) {
    const isEncoded = encodings.some((encoding) => {
      const ending = endings[encoding]
      return path.endsWith(ending) && contents.has(path.slice(0, -ending.length))
    })
    if (isEncoded) continue
    const encoded = new Map<Encoding, Buffer>()
    for (const encoding of encodings) {
      const bytes = contents.get(path + endings[encoding])
      if (bytes !== undefined) encoded.set(encoding, bytes)
    }
    const file = { contentType: contentTypeOf(path), tag: tagOf(plain), plain, encoded }
    files.set(path, path === consolePage ? settledPage(file, settings) : file)
  }
  return files
}

/**
 * The built console in `folder`, with an installation's settings in its page, or null until it exists. It is read into memory (a
 * few megabytes), and again after each build, so that a page never refers to files of another build.
 */
export const consoleFiles = (folder: string, settings: PageSettings): Effect.Effect<ConsoleFiles | null> => {
  let signature: string | null = null
  let files: ConsoleFiles | null = null
  const look = async (): Promise<ConsoleFiles | null> => {
    const now = await signatureOf(folder)
    if (now === signature) return files
    // Read before remembering the signature: if a build is running, it changes the signature again, which triggers another
    // read.
    const read = now === null ? null : await readFiles(folder, settings).catch(gone)
    signature = read === null ? null : now
    files = read
    return files
  }
  return Effect.promise(look)
}
