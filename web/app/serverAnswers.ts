import { withClient } from "#core/api/ApiClient.ts"
import { CallFailure } from "./CallFailure.ts"
import { call } from "./calls.ts"
import { toastOnce } from "./notices.ts"

/** How long between two tries, in milliseconds. */
const pause = 3_000

const wait = (): Promise<void> => new Promise((done) => setTimeout(done, pause))

/** Asks whether the server answers at all. Rejects with a `CallFailure` that is `offline` when it does not. */
export const askServer = async (): Promise<void> => {
  try {
    await call(withClient((client) => client.auth.store()))
  } catch (error) {
    if (!(error instanceof CallFailure) || error.offline) throw error
  }
}

/** Waits until the server answers, whatever it says. A person is told while it does not. */
export const serverAnswers = async (): Promise<void> => {
  for (;;) {
    try {
      return await askServer()
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      toastOnce("error", error.words.error, "This page will load when the connection is back.")
    }
    await wait()
  }
}
