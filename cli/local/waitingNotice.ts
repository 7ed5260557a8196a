import { Effect } from "effect"
import { HttpClient } from "effect/http"
import type { Terminal } from "#cli/output/Terminal.ts"

/** How long a command waits for the server before it says so, in milliseconds. */
const patience = 3000

/** A client whose slow requests say so at a terminal, in a line that goes when the response arrives. */
export const withWaitingNotice =
  (terminal: Terminal) =>
  (client: HttpClient.HttpClient): HttpClient.HttpClient =>
    HttpClient.transform(client, (response) =>
      Effect.suspend(() => {
        let shown = false
        const timer = setTimeout(() => {
          shown = terminal.waits("Waiting for the server… Ctrl+C stops.")
        }, patience)
        return Effect.ensuring(
          response,
          Effect.sync(() => {
            clearTimeout(timer)
            if (shown) terminal.status(null)
          })
        )
      })
    )
