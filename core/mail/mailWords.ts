import type { Mail } from "./Mail.ts"
import { countOf } from "#core/base/countOf.ts"
import { minuteText } from "#core/base/minuteText.ts"

/** The state of a message, in words. */
export const mailStateText = ({ state, sentOn, nextOn, attempts, failure }: Mail): string => {
  const why = failure === null ? "" : `: ${failure}`
  switch (state) {
    case "kept":
      return "Not sent: no mail provider is set up"
    case "sent":
      return sentOn === null ? "Sent" : `Sent ${minuteText(sentOn)}`
    case "failed":
      return `Failed${why}`
    case "waiting":
      return attempts === 0
        ? "Waiting"
        : `Waiting after ${countOf(attempts, "attempt")}, next ${nextOn === null ? "soon" : minuteText(nextOn)}${why}`
  }
}
