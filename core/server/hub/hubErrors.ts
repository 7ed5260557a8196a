/**
 * The peer broke the hub protocol. `message` is written for the peer: it is sent in the close message and carries
 * nothing of what was received.
 */
export class ProtocolError extends Error {
  override readonly name = "ProtocolError"
}

/**
 * A hub method refuses an invocation. `message` reaches the caller in the completion, word for word; any other error
 * that a method throws reaches it as one fixed sentence.
 */
export class HubMethodError extends Error {
  override readonly name = "HubMethodError"
}
