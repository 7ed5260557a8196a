/** The few PostgreSQL wire messages we build ourselves; all others come from the driver. */

/** A complete simple query. */
export const simpleQuery = (sql: string): Uint8Array => {
  const text = Buffer.from(`${sql}\0`, "utf8")
  const message = Buffer.alloc(5 + text.length)
  message.write("Q", 0, "latin1")
  message.writeInt32BE(4 + text.length, 1)
  text.copy(message, 5)
  return message
}

/** Ends an extended query cycle, including one left open by an error. */
export const sync = (): Uint8Array => Uint8Array.of(0x53, 0, 0, 0, 4)

/** CancelRequest: arrives on a second connection, to cancel the first one's query. */
export const isCancelRequest = (message: Uint8Array): boolean =>
  message.length === 16 && Buffer.from(message.buffer, message.byteOffset, 8).readInt32BE(4) === 80877102

/** `Terminate`: the client closes the connection. */
export const isTerminate = (message: Uint8Array): boolean => message[0] === 0x58

/** The first `ErrorResponse` in complete backend messages, as "severity: text"; undefined if there is none. */
export const firstError = (messages: Uint8Array): string | undefined => {
  const bytes = Buffer.from(messages.buffer, messages.byteOffset, messages.byteLength)
  for (let at = 0; at < bytes.length; at += 1 + bytes.readInt32BE(at + 1)) {
    if (bytes[at] !== 0x45) continue
    const fields = bytes.toString("utf8", at + 5, at + 1 + bytes.readInt32BE(at + 1)).split("\0")
    const field = (code: string) => fields.find((text) => text.startsWith(code))?.slice(1) ?? ""
    return `${field("S")}: ${field("M")}`
  }
  return undefined
}
