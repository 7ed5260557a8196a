import { EncodedMessage } from "./EncodedMessage.ts"
import { ProtocolError } from "./hubErrors.ts"

/** The `type` of each hub message. */
export const MessageType = {
  invocation: 1,
  streamItem: 2,
  completion: 3,
  streamInvocation: 4,
  cancelInvocation: 5,
  ping: 6,
  close: 7,
  ack: 8,
  sequence: 9
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

/** The messages that stateful reconnect numbers. */
export type CountedMessage =
  | Invocation
  | { readonly type: typeof MessageType.streamItem }
  | { readonly type: typeof MessageType.completion }
  | { readonly type: typeof MessageType.cancelInvocation; readonly invocationId: string }

/** What a client sends after the handshake. */
export type ClientMessage =
  | CountedMessage
  | { readonly type: typeof MessageType.ping }
  | { readonly type: typeof MessageType.close }
  | { readonly type: typeof MessageType.ack; readonly sequenceId: number }
  | { readonly type: typeof MessageType.sequence; readonly sequenceId: number }

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

const requiredSequence = (fields: Fields): number => {
  const value = fields["sequenceId"]
  if (Number.isSafeInteger(value) && (value as number) >= 0) return value as number
  throw new ProtocolError("A message needs 'sequenceId', a whole number.")
}

/**
 * Reads one record of the JSON hub protocol. Null for a message type of a later protocol, which is to be ignored.
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
    case MessageType.streamItem:
      requiredText(fields, "invocationId")
      return { type }
    case MessageType.completion:
      requiredText(fields, "invocationId")
      if ((fields["result"] ?? null) !== null && (fields["error"] ?? null) !== null) {
        throw new ProtocolError("A completion carries a result or an error, never both.")
      }
      return { type }
    case MessageType.cancelInvocation:
      return { type, invocationId: requiredText(fields, "invocationId") }
    case MessageType.ping:
    case MessageType.close:
      return { type }
    case MessageType.ack:
    case MessageType.sequence:
      return { type, sequenceId: requiredSequence(fields) }
    default:
      return null
  }
}

/**
 * Reads the first record of a connection. Version 2 is version 1 with stateful reconnect.
 * @throws ProtocolError naming what this server cannot speak
 */
export const parseHandshake = (record: Buffer): { readonly version: 1 | 2 } => {
  const fields = parseObject(record)
  if (typeof fields["protocol"] !== "string") throw new ProtocolError("The handshake names no protocol.")
  if (fields["protocol"] !== "json") throw new ProtocolError("Only the 'json' protocol is supported.")
  const version = fields["version"]
  if (version !== 1 && version !== 2) throw new ProtocolError("Only versions 1 and 2 of the protocol are supported.")
  return { version }
}

const encode = (fields: Fields, counted: boolean): EncodedMessage => new EncodedMessage(JSON.stringify(fields), counted)

/** The answer to an accepted handshake. */
export const handshakeAccepted = encode({}, false)

/** The answer to a refused handshake. */
export const handshakeRefused = (error: string): EncodedMessage => encode({ error }, false)

/** The keep-alive message. */
export const ping = encode({ type: MessageType.ping }, false)

/** A call of a client's handler, which wants no answer. @throws TypeError when the arguments are not JSON */
export const invocation = (target: string, args: ReadonlyArray<unknown>): EncodedMessage =>
  encode({ type: MessageType.invocation, target, arguments: args }, true)

/** One item of a stream. @throws TypeError when the item is not JSON */
export const streamItem = (invocationId: string, item: unknown): EncodedMessage =>
  encode({ type: MessageType.streamItem, invocationId, item: item ?? null }, true)

/** The end of an invocation that succeeded. @throws TypeError when the result is not JSON */
export const completion = (invocationId: string, result: unknown): EncodedMessage =>
  encode({ type: MessageType.completion, invocationId, result }, true)

/** The end of an invocation that failed. */
export const failedCompletion = (invocationId: string, error: string): EncodedMessage =>
  encode({ type: MessageType.completion, invocationId, error }, true)

/** Says good-bye. With `allowReconnect`, a client that reconnects by itself does. */
export const close = (error: string | undefined, allowReconnect: boolean): EncodedMessage =>
  encode({ type: MessageType.close, error, ...(allowReconnect ? { allowReconnect } : {}) }, false)

/** Everything up to `sequenceId` has arrived. */
export const ack = (sequenceId: number): EncodedMessage => encode({ type: MessageType.ack, sequenceId }, false)

/** The next counted message is number `sequenceId`. */
export const sequence = (sequenceId: number): EncodedMessage =>
  encode({ type: MessageType.sequence, sequenceId }, false)
