import { NodeHttpIncomingMessage } from "@effect/platform-node/NodeHttpIncomingMessage"
import { Effect, Layer, Option, Pipeable, type Schema } from "effect"
import {
  Cookies,
  type HttpBody,
  HttpClient,
  HttpClientError,
  type HttpClientRequest,
  HttpClientResponse
} from "effect/http"
import type { IncomingMessage, RequestOptions } from "node:http"
import { callTimeout } from "#core/api/callTimeout.ts"
import { ConnectionLost, ResponseCutOff } from "#cli/output/ConnectionLost.ts"

/** The timeout for opening a connection, in milliseconds. */
const connectTimeout = 10_000

/**
 * An HttpClient on `node:http`. Existing ones load undici or TLS immediately, which takes as long as the rest of a command;
 * this one loads TLS only for https. It follows no redirects, so a token goes only to its server.
 */
export const nodeHttpClient: HttpClient.HttpClient = HttpClient.make((request, url, signal) =>
  Effect.flatMap(bodyOf(request.body), ({ bytes, headers }) =>
    Effect.map(
      Effect.callback<IncomingMessage, HttpClientError.HttpClientError>((resume) => {
        const sent = requestOf(url)(url, {
          method: request.method,
          headers: { ...request.headers, ...headers },
          signal
        })
        let connected = false
        const failed = (cause: unknown) => resume(Effect.fail(notArrived(request, connected, cause)))
        const slow = setTimeout(() => sent.destroy(timedOut("connect")), connectTimeout)
        sent.once("socket", (socket) => {
          const open = () => {
            connected = true
            clearTimeout(slow)
          }
          // A TLS handshake that stalls counts as not connected.
          if (socket.connecting) socket.once(url.protocol === "https:" ? "secureConnect" : "connect", open)
          else open()
        })
        sent.setTimeout(callTimeout, () => sent.destroy(timedOut("answer")))
        sent.once("close", () => clearTimeout(slow))
        sent.once("error", failed)
        sent.once("response", (response) => resume(Effect.succeed(response)))
        sent.end(bytes)
        return Effect.sync(() => sent.destroy())
      }),
      (response) => new NodeResponse(request, url, response)
    )
  )
)

/** The same as a layer. */
export const nodeHttpLayer: Layer.Layer<HttpClient.HttpClient> = Layer.succeed(HttpClient.HttpClient, nodeHttpClient)

const notArrived = (request: HttpClientRequest.HttpClientRequest, connected: boolean, cause: unknown) =>
  new HttpClientError.HttpClientError({
    reason: new HttpClientError.TransportError({
      request,
      cause: connected && !(cause instanceof ConnectionLost) ? new ConnectionLost("connection lost", { cause }) : cause
    })
  })

/** An encoded body and its content type. A form is encoded in memory, because its images are small. */
const bodyOf = (
  body: HttpBody.HttpBody
): Effect.Effect<{ readonly bytes?: Uint8Array; readonly headers?: Readonly<Record<string, string>> }> => {
  switch (body._tag) {
    case "Empty":
      return Effect.succeed({})
    case "Uint8Array":
      return Effect.succeed({ bytes: body.body })
    case "FormData":
      return Effect.promise(async () => {
        const form = new Response(body.formData)
        const headers = { "content-type": form.headers.get("content-type") ?? "multipart/form-data" }
        return { bytes: new Uint8Array(await form.arrayBuffer()), headers }
      })
    default:
      return Effect.die(new Error(`a body of kind ${body._tag} is not sent by the terminal`))
  }
}

const timedOut = (what: string) => Object.assign(new Error(`no ${what} in time`), { code: "ETIMEDOUT" })

type SendRequest = (url: URL, options: RequestOptions) => import("node:http").ClientRequest

// Imported as ES modules, both would evaluate node's lazy WebSocket export and load undici.
const requestOf = (url: URL): SendRequest =>
  url.protocol === "https:"
    ? process.getBuiltinModule("node:https").request
    : process.getBuiltinModule("node:http").request

class NodeResponse
  extends NodeHttpIncomingMessage<HttpClientError.HttpClientError>
  implements HttpClientResponse.HttpClientResponse
{
  readonly [HttpClientResponse.TypeId]: typeof HttpClientResponse.TypeId = HttpClientResponse.TypeId
  readonly request: HttpClientRequest.HttpClientRequest
  readonly url: string

  constructor(request: HttpClientRequest.HttpClientRequest, url: URL, source: IncomingMessage) {
    super(source, (cause) => notArrived(request, true, cause))
    this.request = request
    this.url = url.href
  }

  get status(): number {
    return this.source.statusCode ?? 0
  }

  /** Every response of Lockdesk is an object: one that begins so and can't be parsed is not whole. */
  override get json(): Effect.Effect<Schema.Json, HttpClientError.HttpClientError> {
    const { request } = this
    return Effect.flatMap(this.text, (text) =>
      Effect.try({
        try: () => JSON.parse(text) as Schema.Json,
        catch: (cause) =>
          text.startsWith("{") || (text === "" && this.status < 300)
            ? notArrived(request, true, new ResponseCutOff("the response is not whole", { cause }))
            : new HttpClientError.HttpClientError({
                reason: new HttpClientError.DecodeError({ request, response: this, cause })
              })
      })
    )
  }

  get cookies(): Cookies.Cookies {
    return Cookies.empty
  }

  get formData(): Effect.Effect<FormData, HttpClientError.HttpClientError> {
    return Effect.fail(this.onError(new Error("forms are not read by the terminal")))
  }

  get upgrade(): HttpClientResponse.HttpClientResponse["upgrade"] {
    return Effect.fail(this.onError(new Error("connections are not upgraded by the terminal")))
  }

  override get remoteAddress(): Option.Option<string> {
    return Option.fromNullishOr(this.source.socket?.remoteAddress)
  }

  pipe(): unknown {
    return Pipeable.pipeArguments(this, arguments)
  }

  override toJSON(): unknown {
    return { _id: "HttpClientResponse", status: this.status }
  }
}
