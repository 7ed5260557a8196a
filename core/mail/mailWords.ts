import type { Mail } from "./Mail.ts"
import { countOf } from "#core/base/countOf.ts"

/** The state of a message, in words. */
export const mailStateText = ({ state, sentOn, nextOn, attempts, failure }: Mail): string => {
  const why = failure === null ? "" : `: ${failure}`
  switch (state) {
    case "kept":
      return "Not sent: no mail provider is set up"
    case "sent":
      return `Sent ${sentOn ?? ""}`
    case "failed":
      return `Failed${why}`
    case "waiting":
      return attempts === 0
        ? "Waiting"
        : `Waiting after ${countOf(attempts, "attempt")}, next ${nextOn ?? "soon"}${why}`
  }
}
