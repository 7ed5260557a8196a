import { CallFailure } from "./CallFailure.ts"
import { center } from "./CommandCenter.ts"
import { copyText } from "./copyText.ts"
import { installation } from "./installation.ts"

/** Facts for whoever investigates the failure: the error, the screen, and the request ID. */
const facts = (error: unknown): string =>
  [
    error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    `at ${location.pathname}`,
    ...(error instanceof CallFailure && error.code !== null ? [`code ${error.code}`] : []),
    ...(error instanceof CallFailure && error.requestId !== null ? [`request ${error.requestId}`] : []),
    navigator.userAgent
  ].join("\n")

/**
 * Reports a failure: as a support ticket for signed-in users, otherwise to the installation's feedback address.
 * Without an address it copies the facts for the user to send.
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
