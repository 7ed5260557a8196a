import { type CallRequest, jsonOf, pathOf, queryOf } from "#core/api/calls/callRequest.ts"
import type { CallSpec } from "#core/api/calls/CallSpec.ts"
import { readShape } from "#core/api/calls/readShape.ts"
import { requestKeyHeader } from "#core/auth/RequestKey.ts"
import { loadModule } from "./loadModule.ts"

/** No response. */
export class NoAnswer extends Error {
  readonly _tag = "NoAnswer"
}

/** A response that ended too early. */
export class AnswerCutOff extends Error {
  /** Whether the call may have changed something. */
  readonly changes: boolean

  constructor(changes: boolean) {
    super()
    this.changes = changes
  }
}

/** A response outside the API contract, such as a proxy's page or another version's response. */
export class AnswerUnknown extends Error {
  readonly _tag = "AnswerUnknown"
  readonly status: number

  constructor(status: number) {
    super(`an answer with status ${status} that is not the contract's`)
    this.status = status
  }
}

/** A module that the server no longer has, because it was updated since the page was loaded. */
export class ModuleGone extends Error {}

/** On whose behalf a call is made. */
export interface Caller {
  readonly host: string
  readonly token: () => string | null
  /** The company a site-level role acts for; null for their own. */
  readonly companyID: () => number | null
  /** Called before a call that may change something. */
  readonly changing?: () => void
  /** Called with a call that failed and may have changed something, and when it began, in this browser's clock. */
  readonly changeFailed?: (spec: CallSpec, error: unknown, began: number) => void
  /** Called with the headers and the content of the response to a call that may have changed something. */
  readonly changed?: (headers: Headers, answer: unknown) => void
}

/** Options of a call. */
export interface FetchOptions {
  readonly signal?: AbortSignal
  /** Called with the share of the request that was uploaded, from 0 to 1. */
  readonly sent?: (share: number) => void
  /** Idempotency key: the server creates something only once per key. */
  readonly requestKey?: string
}

const noAnswer = (cause: unknown, failure: Error = new NoAnswer("no answer came", { cause })): never => {
  throw cause instanceof DOMException && cause.name === "AbortError" ? cause : failure
}

const urlOf = ({ host, token, companyID }: Caller, spec: CallSpec, request: CallRequest): string => {
  const query = new URLSearchParams(queryOf(request).map(([name, value]) => [name, value]))
  const company = companyID()
  // A company in the call's own query takes precedence.
  if (token() !== null && company !== null && !query.has("companyID")) query.set("companyID", String(company))
  return `${host}${pathOf(spec, request)}${query.size === 0 ? "" : `?${query}`}`
}

const sendCall = async (
  caller: Caller,
  spec: CallSpec,
  request: CallRequest,
  { signal, sent, requestKey }: FetchOptions
): Promise<Response> => {
  const token = caller.token()
  const { payload } = request
  const plain = spec.form || payload === undefined
  const init: RequestInit = {
    method: spec.method,
    headers: {
      ...(token === null ? {} : { authorization: token }),
      ...(plain ? {} : { "content-type": "application/json" }),
      ...(requestKey === undefined ? {} : { [requestKeyHeader]: requestKey })
    },
    ...(payload === undefined ? {} : { body: spec.form ? (payload as FormData) : jsonOf(payload) }),
    ...(signal === undefined ? {} : { signal })
  }
  const url = urlOf(caller, spec, request)
  if (sent === undefined) return fetch(url, init)
  // Only uploads need it.
  const { fetchWithProgress } = await loadModule(() => import("./fetchWithProgress.ts"))
  return fetchWithProgress(url, init, sent)
}

/**
 * Parses a response as JSON. Throws `AnswerCutOff` if it isn't whole, and `AnswerUnknown` if it isn't JSON. `changes`: whether the
 * call may have changed something.
 */
export const jsonIn = async (response: Response, changes = false): Promise<unknown> => {
  const text = await response.text().catch((cause) => noAnswer(cause, new AnswerCutOff(changes)))
  try {
    return JSON.parse(text)
  } catch {
    // Every response of Lockdesk is an object. A proxy can end one early like a whole one.
    throw text.startsWith("{") || (text === "" && response.status === 200)
      ? new AnswerCutOff(changes)
      : new AnswerUnknown(response.status)
  }
}

/** Whether a call may change something of a signed-in user's. */
export const mayChange = ({ token }: Caller, { method }: CallSpec): boolean => method !== "GET" && token() !== null

/** Whether an error is about code or styles that failed to load. Not every browser names the file. */
export const isNotLoaded = (error: unknown): boolean => /import.+module|\/assets\//i.test(String(error))

/** Why code or styles couldn't be loaded: asks the server whether it still has the page's code. Other errors stay as they are. */
export const whyNotLoaded = async (error: unknown): Promise<unknown> => {
  if (!isNotLoaded(error)) return error
  const script = document.querySelector<HTMLScriptElement>("[type=module]")?.src ?? ""
  return fetch(script, { method: "HEAD", cache: "no-store" }).then(
    ({ status }) => (status === 404 ? new ModuleGone() : error),
    () => new NoAnswer()
  )
}

/** The problem schemas. Most calls don't fail, so the first screen comes without them. */
export const loadProblems = () => loadModule(() => import("#core/api/problemClasses.ts"))

/**
 * Makes a call by its spec and returns the response if it succeeded. Throws the server's problem, `NoAnswer`, `AnswerCutOff`
 * or `AnswerUnknown`.
 */
export const responseOf = async (
  caller: Caller,
  spec: CallSpec,
  request: CallRequest,
  options: FetchOptions
): Promise<Response> => {
  const response = await sendCall(caller, spec, request, options).catch(noAnswer)
  if (response.ok) return response
  const body = await jsonIn(response, mayChange(caller, spec))
  const { problemOfBody } = await loadProblems()
  throw problemOfBody(body) ?? new AnswerUnknown(response.status)
}

/** Decodes a response by the contract. Throws `AnswerCutOff` if it isn't whole, and `AnswerUnknown` if it doesn't match. */
export const answerIn = async (caller: Caller, spec: CallSpec, response: Response): Promise<unknown> => {
  if (spec.answer === "bytes") throw new TypeError("a file is read with readBytes")
  const answer = readShape(spec.answer, await jsonIn(response, mayChange(caller, spec)))
  if (answer === undefined) throw new AnswerUnknown(response.status)
  return answer
}

/** Iterates over the bytes of a response. Throws `NoAnswer` if the connection breaks. */
export const bytesIn = async function* ({ body }: Response): AsyncGenerator<Uint8Array, void> {
  const reader = body?.getReader()
  if (reader === undefined) return
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(noAnswer)
      if (done) return
      yield value
    }
  } finally {
    reader.cancel().catch(() => undefined)
  }
}
