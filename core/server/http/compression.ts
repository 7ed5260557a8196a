import { promisify } from "node:util"
import { brotliCompress, type BrotliOptions, constants, createBrotliCompress, createGzip, gzip } from "node:zlib"
import * as NodeStream from "@effect/platform-node/NodeStream"
import { Effect, Stream } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { chooseEncoding, type Encoding, encodings } from "./contentEncoding.ts"

/**
 * The calls whose large responses are compressed. Responses that can contain a combination are not among them: the compressed
 * length reveals something about the contents to anyone who controls other parts of the response (BREACH). A search is
 * compressed only if every combination in its response is masked, which its handler knows.
 */
export const compressedCalls: ReadonlySet<string> = new Set([
  "locks.sync",
  "locks.logs",
  "facilities.list",
  "users.list",
  "audit.list"
])

/** Smaller responses fit in a few packets anyway. */
const leastBytes = 8 * 1024

// 3.2 MB of locks take 10 ms with either encoding, and shrink to 240 and 330 KB; higher levels take half as long again.
const brotliOptions: BrotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }
const gzipOptions = { level: 3 }

const compress: Readonly<Record<Encoding, (bytes: string | Uint8Array) => Promise<Uint8Array>>> = {
  br: (bytes) => promisify<string | Uint8Array, BrotliOptions, Buffer>(brotliCompress)(bytes, brotliOptions),
  gzip: (bytes) => promisify<string | Uint8Array, { level: number }, Buffer>(gzip)(bytes, gzipOptions)
}

const bytesOf = ({ body }: HttpServerResponse.HttpServerResponse): string | Uint8Array | null => {
  if (body._tag === "Uint8Array") return body.body
  return body._tag === "Raw" && typeof body.body === "string" ? body.body : null
}

const encodedHeaders = (response: HttpServerResponse.HttpServerResponse, encoding: Encoding) => {
  const { "content-length": _, ...headers } = response.headers
  return { ...headers, vary: "accept-encoding", "content-encoding": encoding }
}

/** Compresses a response in another thread, if it is large and the client accepts it. */
export const compressed = Effect.fnUntraced(function* (
  response: HttpServerResponse.HttpServerResponse,
  request: HttpServerRequest.HttpServerRequest
) {
  const bytes = bytesOf(response)
  if (response.status !== 200 || bytes === null || bytes.length < leastBytes) return response
  const encoding = chooseEncoding(request.headers["accept-encoding"], encodings)
  if (encoding === null) return HttpServerResponse.setHeader(response, "vary", "accept-encoding")
  return HttpServerResponse.uint8Array(yield* Effect.promise(() => compress[encoding](bytes)), {
    contentType: response.headers["content-type"] ?? "application/json",
    headers: encodedHeaders(response, encoding)
  })
})

/** Compresses a streamed response while it is sent, if the client accepts it. */
export const compressedStream = <E>(
  body: Stream.Stream<Uint8Array, E>,
  request: HttpServerRequest.HttpServerRequest,
  contentType = "application/json"
): HttpServerResponse.HttpServerResponse => {
  const plain = { contentType, headers: { vary: "accept-encoding" } }
  const encoding = chooseEncoding(request.headers["accept-encoding"], encodings)
  if (encoding === null) return HttpServerResponse.stream(body, plain)
  const encoder = () => (encoding === "br" ? createBrotliCompress(brotliOptions) : createGzip(gzipOptions))
  return HttpServerResponse.stream(NodeStream.pipeThroughSimple(body, encoder), {
    ...plain,
    headers: { ...plain.headers, "content-encoding": encoding }
  })
}
