/** Shorter texts are probably words, not secrets, and masking them would make the line unreadable. */
const SHORTEST_SECRET = 6

/** An error with its stack for the operator's log, with all `secrets` masked wherever they occur. */
export const describeFailure = (cause: unknown, secrets: Iterable<unknown>): string => {
  let text = cause instanceof Error ? (cause.stack ?? `${cause.name}: ${cause.message}`) : String(cause)
  for (const secret of secrets) {
    if (typeof secret === "string" && secret.length >= SHORTEST_SECRET) text = text.replaceAll(secret, "[hidden]")
  }
  return text
}
