import { lookup as systemLookup, type LookupAddress, type LookupOptions } from "node:dns"
import { Clock, Context, Effect, Layer } from "effect"
import { Agent, request as send } from "undici"
import { Settings } from "../Settings.ts"
import { failedAt, type FmsFailed } from "./FmsFailed.ts"
import { hostRefusal, isPrivateAddress, isPrivateHost } from "./outgoingHosts.ts"

/** One call to an FMS. */
export interface FmsRequest {
  readonly method: "GET" | "POST"
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** SOAP services describe errors in the body of a 500. */
  readonly soap?: true
  /** Only the status matters; the response's body is discarded, whatever its size. */
  readonly statusOnly?: true
}

export interface FmsAnswer {
  readonly status: number
  readonly text: string
}

const maxBody = 20 * 1024 * 1024
const connectTimeout = 8_000
const longestWait = 24 * 60 * 60 * 1000

/** The stage and error of a failed connection. */
const reached = (error: unknown): FmsFailed => {
  if (!(error instanceof Error)) return failedAt("tcp", "unknown")
  const { code = error.name } = error as NodeJS.ErrnoException
  // No server accepted the connection, or it accepted and stayed silent.
  if (code === "UND_ERR_CONNECT_TIMEOUT" || code === "ETIMEDOUT") return failedAt("tcp", "timeout")
  if (error.name === "TimeoutError" || code.includes("TIMEOUT")) return failedAt("timeout", "no-answer")
  if (code === "UND_ERR_RES_EXCEEDED_MAX_SIZE") return failedAt("schema", "too-large")
  if (code === "PRIVATE_ADDRESS") return failedAt("dns", "private-address")
  if (/^(ENOTFOUND|EAI_|ENODATA|ESERVFAIL|EREFUSED)/.test(code)) return failedAt("dns", code)
  if (/TLS|SSL|CERT|EPROTO|SELF_SIGNED|UNABLE_TO/.test(code)) return failedAt("tls", code)
  if (/^(HPE_|HTTPParserError$|UND_ERR_(HEADERS|RES|BODY|INVALID))/.test(code)) return failedAt("http", code)
  return failedAt("tcp", code)
}

type Looked = (error: NodeJS.ErrnoException | null, address: string | Array<LookupAddress>, family?: number) => void

/** Resolves a name to public addresses only, so that no name can lead into the internal network. */
const publicLookup = (hostname: string, options: LookupOptions, callback: Looked): void => {
  systemLookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, [])
    const [first] = addresses
    if (first === undefined || addresses.some(({ address }) => isPrivateAddress(address))) {
      return callback(Object.assign(new Error("the name leads to a private address"), { code: "PRIVATE_ADDRESS" }), [])
    }
    return options.all === true ? callback(null, addresses) : callback(null, first.address, first.family)
  })
}

type Header = string | ReadonlyArray<string> | undefined

/** A clock that differs by less is right: dates have no milliseconds, and a response takes a while. */
const usualDifference = 60_000

/** When to try again. A time is by the clock of the server that asked for it, as the `date` of its response shows it. */
const retryAfter = (header: Header, date: Header, now: number): string => {
  const text = typeof header === "string" ? header : ""
  const seconds = Number(text)
  const ahead = typeof date === "string" ? Date.parse(date) - now : 0
  const until = Date.parse(text) - (Math.abs(ahead) > usualDifference ? ahead : 0)
  const at = text === "" ? now + 60_000 : Number.isFinite(seconds) ? now + seconds * 1000 : until
  const sane = Number.isFinite(at) ? Math.min(Math.max(at, now), now + longestWait) : now + 60_000
  return new Date(sane).toISOString()
}

/**
 * The only outgoing client for FMS: allowed hosts only, no redirects, limited time and size. Request contents never appear in
 * failures or logs.
 */
export class FmsHttp extends Context.Service<
  FmsHttp,
  {
    /** One call with a `timeout` in milliseconds. `simulator` is the address of this server's own simulator. */
    readonly send: (
      request: FmsRequest,
      options: { readonly timeout: number; readonly simulator: string | null }
    ) => Effect.Effect<FmsAnswer, FmsFailed>
  }
>()("lockdesk/server/FmsHttp") {
  static readonly layer = Layer.effect(
    FmsHttp,
    Effect.gen(function* () {
      const { fms } = yield* Settings
      // Callers limit how many requests they send at once. A limit here would let silent requests to a host delay all others.
      const agent = (connect: NonNullable<Agent.Options["connect"]>) =>
        Effect.acquireRelease(
          Effect.sync(() => new Agent({ connect, pipelining: 1, maxResponseSize: maxBody })),
          (made) => Effect.promise(() => made.destroy())
        )
      const outside = yield* agent({ timeout: connectTimeout, lookup: publicLookup as never })
      const inside = yield* agent({ timeout: connectTimeout })

      const answerOf = async (request: FmsRequest, trusted: boolean, timeout: number, signal: AbortSignal) => {
        const { method, url, headers, body } = request
        const {
          statusCode,
          headers: responseHeaders,
          body: stream
        } = await send(url, {
          method,
          headers: { "accept-encoding": "identity", "user-agent": "lockdesk", ...headers },
          ...(body === undefined ? {} : { body }),
          dispatcher: trusted ? inside : outside,
          signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)])
        })
        if (request.statusOnly === true) {
          // In the background: a body that stalls doesn't change the status.
          void stream.dump().catch(() => undefined)
          return { statusCode, responseHeaders, text: "" }
        }
        const redirected = statusCode >= 300 && statusCode < 400
        const tooLarge = Number(responseHeaders["content-length"] ?? 0) > maxBody
        if (redirected || tooLarge) {
          // The rest is not needed.
          stream.on("error", () => undefined).destroy()
          return { statusCode, responseHeaders, text: null }
        }
        return { statusCode, responseHeaders, text: await stream.text() }
      }

      return FmsHttp.of({
        send: Effect.fnUntraced(function* (request, { timeout, simulator }) {
          const simulated = simulator !== null && request.url.origin === simulator
          const refusal = simulated ? null : hostRefusal(request.url, fms)
          if (refusal !== null) return yield* refusal
          const trusted = simulated || isPrivateHost(request.url, fms)
          const answer = yield* Effect.tryPromise({
            try: (signal) => answerOf(request, trusted, timeout, signal),
            catch: reached
          })
          const { statusCode, responseHeaders, text } = answer
          const wait = responseHeaders["retry-after"]
          if (statusCode === 429 || (statusCode === 503 && request.statusOnly === true && wait !== undefined)) {
            const now = yield* Clock.currentTimeMillis
            return yield* failedAt("budget", String(statusCode), {
              retryAt: retryAfter(wait, responseHeaders["date"], now)
            })
          }
          if (request.statusOnly === true) return { status: statusCode, text: "" }
          if (statusCode >= 300 && statusCode < 400) return yield* failedAt("http", "redirect")
          if (text === null) return yield* failedAt("schema", "too-large")
          const explained = request.soap === true && statusCode === 500 && text.includes("Fault")
          if (statusCode >= 500 && !explained) return yield* failedAt("http", String(statusCode))
          return { status: statusCode, text }
        })
      })
    })
  )
}
