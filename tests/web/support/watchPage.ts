import type { Page } from "playwright-core"

/** An error of a page: uncaught, logged to the console, or a failed or refused request. */
export interface Complaint {
  readonly kind: "page error" | "console error" | "failed request" | "refused request"
  readonly text: string
}

/** Collects the errors of a page from now on. */
export const watchPage = (page: Page): ReadonlyArray<Complaint> => {
  const complaints: Array<Complaint> = []
  const note = (kind: Complaint["kind"], text: string): void => void complaints.push({ kind, text })
  page.on("pageerror", (error) => note("page error", error.stack ?? error.message))
  page.on("console", (message) => {
    if (message.type() === "error") note("console error", `${message.text()} (${message.location().url})`)
  })
  page.on("requestfailed", (request) => {
    const why = request.failure()?.errorText ?? ""
    // The console aborts searches and, on sign-out, every pending call.
    if (why !== "net::ERR_ABORTED") note("failed request", `${request.method()} ${request.url()}: ${why}`)
  })
  page.on("response", (response) => {
    if (response.status() >= 400)
      note("refused request", `${response.status()} ${response.request().method()} ${response.url()}`)
  })
  return complaints
}
