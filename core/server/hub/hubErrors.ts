/**
 * The peer broke the hub protocol. `message` is sent to the peer in the close message, and contains nothing that was received.
 */
export class ProtocolError extends Error {
  override readonly name = "ProtocolError"
}

/**
 * A hub method refuses an invocation. `message` reaches the caller verbatim in the completion; for any other error that a
 * method throws the caller gets one fixed sentence.
 */
export class HubMethodError extends Error {
  override readonly name = "HubMethodError"
}
