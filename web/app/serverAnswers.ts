import { withClient } from "#core/api/ApiClient.ts"
import { CallFailure } from "./CallFailure.ts"
import { call } from "./calls.ts"
import { toastOnce } from "./notices.ts"

/** How long between two tries, in milliseconds. */
const pause = 3_000

const wait = (): Promise<void> => new Promise((done) => setTimeout(done, pause))

/** Waits until the server answers, whatever it says. A person is told while it does not. */
export const serverAnswers = async (): Promise<void> => {
  for (;;) {
    try {
      await call(withClient((client) => client.auth.store()))
      return
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      if (!error.offline) return
      toastOnce("error", error.words.error, "This part of the console is loaded as soon as it answers.")
    }
    await wait()
  }
}
