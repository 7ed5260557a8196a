import { createHash } from "node:crypto"
import { brotliCompressSync, gzipSync } from "node:zlib"
import { metaName, type PageSettings } from "#core/base/pageSettings.ts"
import type { Encoding } from "../http/contentEncoding.ts"
import type { ConsoleFile } from "./consoleFiles.ts"

const compress: Readonly<Record<Encoding, (bytes: Buffer) => Buffer>> = { br: brotliCompressSync, gzip: gzipSync }

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;" }

/** The ETag of a file's bytes, without quotes. */
export const tagOf = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("base64url").slice(0, 22)

/** The console's page with an installation's settings in its head. */
export const settledPage = (page: ConsoleFile, settings: PageSettings): ConsoleFile => {
  const set = Object.entries(settings)
  if (set.length === 0) return page
  const text = set.reduce((html, [setting, value]) => {
    const content = [value]
      .flat()
      .join(" ")
      .replaceAll(/[&"<>]/g, (sign) => escapes[sign] ?? sign)
    const start = `<meta name="${metaName(setting)}" content="`
    const at = html.indexOf(start)
    if (at === -1) throw new Error(`the console's page has no ${metaName(setting)}`)
    const from = at + start.length
    return html.slice(0, from) + content + html.slice(html.indexOf('"', from))
  }, page.plain.toString())
  const plain = Buffer.from(text)
  return {
    ...page,
    plain,
    tag: tagOf(plain),
    encoded: new Map([...page.encoded.keys()].map((encoding) => [encoding, compress[encoding](plain)]))
  }
}
