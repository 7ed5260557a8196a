import { EncodedMessage } from "./EncodedMessage.ts"
import { ProtocolError } from "./hubErrors.ts"

/** The `type` of each hub message that is sent or acted on here. */
export const MessageType = {
  invocation: 1,
  completion: 3,
  streamInvocation: 4,
  ping: 6,
  close: 7
} as const

/** A call of a method; without `invocationId` the caller wants no answer. */
export interface Invocation {
  readonly type: typeof MessageType.invocation | typeof MessageType.streamInvocation
  readonly invocationId: string | null
  readonly target: string
  readonly args: ReadonlyArray<unknown>
  /** How many streams the caller wants to upload with the call. */
  readonly uploads: number
}

/** What a client sends after the handshake. */
export type ClientMessage =
  | Invocation
  | { readonly type: typeof MessageType.completion }
  | { readonly type: typeof MessageType.ping }
  | { readonly type: typeof MessageType.close }

type Fields = Readonly<Record<string, unknown>>

const utf8 = new TextDecoder("utf-8", { fatal: true })

const parseObject = (record: Buffer): Fields => {
  let value: unknown
  try {
    value = JSON.parse(utf8.decode(record))
  } catch (cause) {
    throw new ProtocolError("A message is not valid JSON.", { cause })
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new ProtocolError("A message is not a JSON object.")
  }
  return value as Fields
}

const requiredText = (fields: Fields, name: string): string => {
  const value = fields[name]
  if (typeof value === "string" && value !== "") return value
  throw new ProtocolError(`A message needs '${name}', a text that is not empty.`)
}

const optionalArray = (fields: Fields, name: string): ReadonlyArray<unknown> => {
  const value = fields[name] ?? []
  if (Array.isArray(value)) return value
  throw new ProtocolError(`'${name}' of a message is not an array.`)
}

const parseInvocation = (fields: Fields, type: Invocation["type"]): Invocation => ({
  type,
  invocationId:
    type === MessageType.streamInvocation || (fields["invocationId"] ?? null) !== null
      ? requiredText(fields, "invocationId")
      : null,
  target: requiredText(fields, "target"),
  args: optionalArray(fields, "arguments"),
  uploads: optionalArray(fields, "streamIds").length
})

/**
 * Reads one record of the JSON hub protocol. Null for a message that means nothing here, which is to be ignored: of streams and of
 * stateful reconnect, which are not offered, or of a later protocol.
 * @throws ProtocolError when it is malformed
 */
export const parseMessage = (record: Buffer): ClientMessage | null => {
  const fields = parseObject(record)
  const type = fields["type"]
  if (!Number.isSafeInteger(type)) throw new ProtocolError("A message needs 'type', a whole number.")
  switch (type) {
    case MessageType.invocation:
    case MessageType.streamInvocation:
      return parseInvocation(fields, type)
    case MessageType.completion:
      requiredText(fields, "invocationId")
      if ((fields["result"] ?? null) !== null && (fields["error"] ?? null) !== null) {
        throw new ProtocolError("A completion carries a result or an error, never both.")
      }
      return { type }
    case MessageType.ping:
    case MessageType.close:
      return { type }
    default:
      return null
  }
}

/**
 * Reads the first record of a connection. Version 2 is version 1 with stateful reconnect, where a server offers that.
 * @throws ProtocolError naming what this server cannot speak
 */
export const checkHandshake = (record: Buffer): void => {
  const fields = parseObject(record)
  if (typeof fields["protocol"] !== "string") throw new ProtocolError("The handshake names no protocol.")
  if (fields["protocol"] !== "json") throw new ProtocolError("Only the 'json' protocol is supported.")
  const version = fields["version"]
  if (version !== 1 && version !== 2) throw new ProtocolError("Only versions 1 and 2 of the protocol are supported.")
}

const encode = (fields: Fields): EncodedMessage => new EncodedMessage(JSON.stringify(fields))

/** The answer to an accepted handshake. */
export const handshakeAccepted = encode({})

/** The answer to a refused handshake. */
export const handshakeRefused = (error: string): EncodedMessage => encode({ error })

/** The keep-alive message. */
export const ping = encode({ type: MessageType.ping })

/** A call of a client's handler, which wants no answer. @throws TypeError when the arguments are not JSON */
export const invocation = (target: string, args: ReadonlyArray<unknown>): EncodedMessage =>
  encode({ type: MessageType.invocation, target, arguments: args })

/** The end of an invocation that succeeded. @throws TypeError when the result is not JSON */
export const completion = (invocationId: string, result: unknown): EncodedMessage =>
  encode({ type: MessageType.completion, invocationId, result })

/** The end of an invocation that failed. */
export const failedCompletion = (invocationId: string, error: string): EncodedMessage =>
  encode({ type: MessageType.completion, invocationId, error })

/** Says good-bye. With `allowReconnect`, a client that reconnects by itself does. */
export const close = (error: string | undefined, allowReconnect: boolean): EncodedMessage =>
  encode({ type: MessageType.close, error, ...(allowReconnect ? { allowReconnect } : {}) })
