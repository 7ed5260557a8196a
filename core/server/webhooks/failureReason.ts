import type { FmsFailed } from "../fms/FmsFailed.ts"

/** An endpoint's answer with a status. */
export const answered = (status: number | string): string => `The endpoint answered ${status}.`

/** Sentences more specific than their stage, by error code. */
const reasons: Readonly<Record<string, string>> = {
  "no-answer": "The endpoint didn't answer in time.",
  timeout: "The endpoint didn't accept a connection in time.",
  ECONNREFUSED: "The endpoint refused the connection.",
  ECONNRESET: "The endpoint closed the connection without an answer.",
  UND_ERR_SOCKET: "The endpoint closed the connection without an answer.",
  "https-only": "Messages are only sent to https addresses.",
  "private-address": "The address is inside a private network.",
  "host-not-allowed": "This server may not connect to the host.",
  "port-not-allowed": "This server may not connect to the port."
}

/** Why no answer came from an endpoint. */
export const failureReason = ({ stage, code }: FmsFailed): string => {
  if (stage === "budget") return answered(code)
  const reason = Object.hasOwn(reasons, code) ? reasons[code] : undefined
  if (reason !== undefined) return reason
  if (stage === "dns") return `The host name wasn't found (${code}).`
  if (stage === "tls") return `The endpoint's certificate wasn't accepted (${code}).`
  return stage === "http"
    ? `The endpoint's answer wasn't valid HTTP (${code}).`
    : `The endpoint couldn't be reached (${code}).`
}

/** Stored for a message that is not sent. */
export const excludedReason = "Not sent, because its facility is excluded from the API."
