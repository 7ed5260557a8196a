import { withClient } from "#core/api/ApiClient.ts"
import { CallFailure } from "./CallFailure.ts"
import { call } from "./calls.ts"
import { toastOnce } from "./notices.ts"

/** Pause between retries, in milliseconds. */
const pause = 3_000

const wait = (): Promise<void> => new Promise((done) => setTimeout(done, pause))

/** Checks whether the server responds at all. Rejects with an `offline` `CallFailure` if it doesn't. */
export const askServer = async (): Promise<void> => {
  try {
    await call(withClient((client) => client.auth.store()))
  } catch (error) {
    if (!(error instanceof CallFailure) || error.offline) throw error
  }
}

/** Waits until the server responds, with whatever status. Shows a message while it doesn't. */
export const serverAnswers = async (): Promise<void> => {
  for (;;) {
    try {
      return await askServer()
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      toastOnce("error", error.words.error, "This opens when the connection is back.")
    }
    await wait()
  }
}
