import { withClient } from "#core/api/ApiClient.ts"
import { CallFailure } from "./CallFailure.ts"
import { call } from "./calls.ts"

/** Checks whether the server responds at all. Rejects with an `offline` `CallFailure` if it doesn't. */
export const askServer = async (): Promise<void> => {
  try {
    await call(withClient((client) => client.auth.store()))
  } catch (error) {
    if (!(error instanceof CallFailure) || error.offline) throw error
  }
}
