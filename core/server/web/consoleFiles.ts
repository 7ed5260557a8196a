import { createHash } from "node:crypto"
import { readdir, readFile, stat } from "node:fs/promises"
import { join, relative, sep } from "node:path"
import { Effect, Option } from "effect"
import { Mime } from "effect/http"
import { type Encoding, encodings } from "../http/contentEncoding.ts"

/** A file of the console, whole. */
export interface ConsoleFile {
  readonly contentType: string
  /** Says which bytes these are, without quotes; an encoded body's adds its encoding. */
  readonly tag: string
  readonly plain: Buffer
  /** The same, compressed by the build. */
  readonly encoded: ReadonlyMap<Encoding, Buffer>
}

/** The files by their path in an address: `/index.html`, `/assets/main-4f2a.js`. */
export type ConsoleFiles = ReadonlyMap<string, ConsoleFile>

/** The page that every address of the console's router gets. */
export const consolePage = "/index.html"

/** What the build appends to the name of a file it compressed. */
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

/** What changes when the console is built anew: the page, and which files lie beside it. Null without a console. */
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

const readFiles = async (folder: string): Promise<ConsoleFiles> => {
  // Symbolic links are no files here: what is served lies in the folder.
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
    const tag = createHash("sha256").update(plain).digest("base64url").slice(0, 22)
    files.set(path, { contentType: contentTypeOf(path), tag, plain, encoded })
  }
  return files
}

/**
 * The built console in `folder`, or null while there is none. It is read into memory once, a few megabytes, and again
 * when it has been built anew, so that a page never names files of another build.
 */
export const consoleFiles = (folder: string): Effect.Effect<ConsoleFiles | null> => {
  let signature: string | null = null
  let files: ConsoleFiles | null = null
  const look = async (): Promise<ConsoleFiles | null> => {
    const now = await signatureOf(folder)
    if (now === signature) return files
    // Read first, remembered after: a build under way changes the signature again, and so is read again.
    const read = now === null ? null : await readFiles(folder).catch(gone)
    signature = read === null ? null : now
    files = read
    return files
  }
  return Effect.promise(look)
}
