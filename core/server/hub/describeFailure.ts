/** Shorter texts are words rather than secrets, and blanking them out would garble the line. */
const SHORTEST_SECRET = 6

/**
 * An error for the operator's log, with its stack, and with every one of `secrets` blanked out wherever it is quoted.
 */
export const describeFailure = (cause: unknown, secrets: Iterable<unknown>): string => {
  let text = cause instanceof Error ? (cause.stack ?? `${cause.name}: ${cause.message}`) : String(cause)
  for (const secret of secrets) {
    if (typeof secret === "string" && secret.length >= SHORTEST_SECRET) text = text.replaceAll(secret, "[hidden]")
  }
  return text
}
