import { EncodedMessage } from "./EncodedMessage.ts"
import { ProtocolError } from "./hubErrors.ts"

/** The `type` of each hub message used here. */
export const MessageType = {
  invocation: 1,
  completion: 3,
  streamInvocation: 4,
  ping: 6,
  close: 7
} as const

/** A method call; without `invocationId` the caller wants no answer. */
export interface Invocation {
  readonly type: typeof MessageType.invocation | typeof MessageType.streamInvocation
  readonly invocationId: string | null
  readonly target: string
  readonly args: ReadonlyArray<unknown>
  /** How many streams the caller wants to upload with the call. */
  readonly uploads: number
}

/** A client's message after the handshake. */
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
 * Parses a record of the JSON hub protocol. Null for a message to ignore: of streams and stateful reconnect, which are not
 * supported, or of a later protocol.
 * @throws ProtocolError if it is malformed
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
 * Parses the first record of a connection. Version 2 is version 1 plus optional stateful reconnect.
 * @throws ProtocolError naming what this server does not support
 */
export const checkHandshake = (record: Buffer): void => {
  const fields = parseObject(record)
  if (typeof fields["protocol"] !== "string") throw new ProtocolError("The handshake names no protocol.")
  if (fields["protocol"] !== "json") throw new ProtocolError("Only the 'json' protocol is supported.")
  const version = fields["version"]
  if (version !== 1 && version !== 2) throw new ProtocolError("Only versions 1 and 2 of the protocol are supported.")
}

const encode = (fields: Fields): EncodedMessage => new EncodedMessage(JSON.stringify(fields))

/** The response to an accepted handshake. */
export const handshakeAccepted = encode({})

/** The response to a refused handshake. */
export const handshakeRefused = (error: string): EncodedMessage => encode({ error })

/** The keep-alive message. */
export const ping = encode({ type: MessageType.ping })

/** A call of a client's handler that expects no answer. @throws TypeError if the arguments are not JSON */
export const invocation = (target: string, args: ReadonlyArray<unknown>): EncodedMessage =>
  encode({ type: MessageType.invocation, target, arguments: args })

/** The completion of a successful invocation. @throws TypeError if the result is not JSON */
export const completion = (invocationId: string, result: unknown): EncodedMessage =>
  encode({ type: MessageType.completion, invocationId, result })

/** The completion of a failed invocation. */
export const failedCompletion = (invocationId: string, error: string): EncodedMessage =>
  encode({ type: MessageType.completion, invocationId, error })

/** A close message. With `allowReconnect`, a client with automatic reconnect reconnects. */
export const close = (error: string | undefined, allowReconnect: boolean): EncodedMessage =>
  encode({ type: MessageType.close, error, ...(allowReconnect ? { allowReconnect } : {}) })
