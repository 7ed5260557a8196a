import { createHash } from "node:crypto"
import { Effect } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { compressed } from "../http/compression.ts"

/** The page's own call of Swagger UI, which gets our options. */
const ownOptions = `dom_id: "#swagger-ui",`

/**
 * Resolves the references of a part of the document. Swagger UI's own resolver reads the whole document again for the page and
 * for each operation, schema and reference in it, which takes most of the time until the page is shown; ours only follows the
 * references, which are all within the document. One that leads back into itself stays as it is.
 */
const resolver = `plugins: [() => ({
          fn: {
            resolveSubtree: async (document, path) => {
              const at = (parts) => parts.reduce((node, part) => node?.[part], document)
              const target = (ref) =>
                at(ref.slice(2).split("/").map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~")))
              const resolved = (node, within) => {
                if (typeof node !== "object" || node === null) return node
                if (Array.isArray(node)) return node.map((part) => resolved(part, within))
                const ref = node.$ref
                if (typeof ref === "string" && ref.startsWith("#/"))
                  return within.includes(ref) ? node : resolved(target(ref), [...within, ref])
                return Object.fromEntries(Object.entries(node).map(([key, part]) => [key, resolved(part, within)]))
              }
              return { spec: resolved(at(path), []), errors: [] }
            }
          }
        })],`

const textOf = ({ body }: HttpServerResponse.HttpServerResponse): string =>
  body._tag === "Uint8Array" ? Buffer.from(body.body).toString() : ""

/** The policy for the page: only the scripts in it, identified by their hashes. */
const policyOf = (page: string): string => {
  const scripts = [...page.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script = ""]) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`
  )
  return [
    "default-src 'none'",
    `script-src ${scripts.join(" ")}`,
    "style-src 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'"
  ].join("; ")
}

const quickPage = (page: string): HttpServerResponse.HttpServerResponse => {
  const [before, after, ...more] = page.split(ownOptions)
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error("The page of Swagger UI has changed: its options were not found")
  const quick = `${before}${ownOptions}\n        ${resolver}${after}`
  return HttpServerResponse.html(quick).pipe(HttpServerResponse.setHeader("content-security-policy", policyOf(quick)))
}

/** Presents the page of the API reference, which is made once: with our resolver, its policy, and compressed from 2 MB. */
export const presentReference = () => {
  let made: HttpServerResponse.HttpServerResponse | undefined
  return (page: HttpServerResponse.HttpServerResponse, request: HttpServerRequest.HttpServerRequest) =>
    Effect.suspend(() => compressed((made ??= quickPage(textOf(page))), request))
}
