import { CallFailure } from "./CallFailure.ts"
import { center } from "./CommandCenter.ts"
import { copyText } from "./copyText.ts"
import { installation } from "./installation.ts"

/** What helps whoever looks into a failure: what, where, and the request to find it by. */
const facts = (error: unknown): string =>
  [
    error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    `at ${location.pathname}`,
    ...(error instanceof CallFailure && error.code !== null ? [`code ${error.code}`] : []),
    ...(error instanceof CallFailure && error.requestId !== null ? [`request ${error.requestId}`] : []),
    navigator.userAgent
  ].join("\n")

/**
 * Reports a failure: to support, by somebody who is signed in; else where the installation takes reports; without such a place
 * its facts are copied, to be sent by hand.
 */
export const reportFeedback = async (error: unknown): Promise<void> => {
  if (center.handles("support.ticket")) {
    const report = error instanceof Error ? { subject: "Something went wrong", description: facts(error) } : {}
    return void center.perform("support.ticket", { input: report })
  }
  const { feedback } = installation
  if (feedback.startsWith("mailto:")) {
    location.href = `${feedback}?subject=${encodeURIComponent("Lockdesk: something went wrong")}&body=${encodeURIComponent(facts(error))}`
  } else if (/^https?:/i.test(feedback)) window.open(feedback, "_blank", "noopener,noreferrer")
  else await copyText(facts(error), "Error details copied. Send them to your administrator.")
}
