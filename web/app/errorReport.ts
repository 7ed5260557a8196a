import { withClient } from "#core/api/ApiClient.ts"
import { cleanReport } from "#core/support/errorReport.ts"
import { CallFailure } from "./CallFailure.ts"
import { call } from "./calls.ts"

const reported = new WeakMap<object, Promise<string | null>>()

const send = async (error: Error): Promise<string | null> => {
  const problem = error instanceof CallFailure ? error.problem : null
  const payload = cleanReport({
    name: (problem?._tag ?? error.name).slice(0, 100),
    message: error.message.slice(0, 300),
    path: location.pathname.slice(0, 200),
    stack: (error.stack ?? "").split("\n", 20).map((line) => line.slice(-200)),
    requestId: error instanceof CallFailure ? error.requestId : null
  })
  try {
    const { data } = await call(withClient((client) => client.support.reportError({ payload })))
    return data.reportID
  } catch (failure) {
    if (failure instanceof CallFailure) return null
    throw failure
  }
}

/**
 * Reports a crashed screen to the server's log, once per error, without anything that could be a secret. Resolves to
 * the report's ID, or null if it couldn't be sent; the next call tries again.
 */
export const reportError = async (error: unknown): Promise<string | null> => {
  const known = error instanceof Error ? error : new Error("Something that is no error was thrown")
  const sent = reported.get(known) ?? send(known)
  reported.set(known, sent)
  const id = await sent
  if (id === null) reported.delete(known)
  return id
}
