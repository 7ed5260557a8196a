import type { HttpClientRequest } from "effect/http"
import type { Call } from "#cli/Call.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { Failure } from "./Failure.ts"
import { otherLine } from "./resumeLine.ts"

/** The connection was lost after it was opened and before the whole response arrived: the server may have done its work. */
export class ConnectionLost extends Error {}
/** The response ended early, but like a complete one: a proxy can end it so when its server is gone. */
export class ResponseCutOff extends ConnectionLost {}

/** If the response of a command doesn't arrive: what it may have done, and the next step. */
export type Unseen = (call: Call) => { readonly what: string; readonly next: string }

/** Whether a request may change something. */
export const mayChange = ({ method, urlParams }: HttpClientRequest.HttpClientRequest): boolean =>
  method !== "GET" && !urlParams.params.some(([name]) => name === "dryRun")

/** The failure of such a request if it may change something; null for one that only reads. */
export const connectionLost = (request: HttpClientRequest.HttpClientRequest, host: string): Failure | null =>
  mayChange(request)
    ? new Failure({
        code: "ConnectionLost",
        message: `The connection to ${host} was lost before the whole response arrived.`,
        next: "Check the network, then try again.",
        exit: exitCodes.network,
        field: "host"
      })
    : null

/**
 * Says that the change may have been made, and how to check. `isSent` is whether a request that may change something was sent
 * before Ctrl+C. A command that can be resumed makes no change twice.
 */
export const withCheck = (failure: Failure, call: Call, unseen: Unseen | undefined, isSent: boolean): Failure => {
  const { facts } = failure
  const { risk } = call.spec
  const isUnsure = facts.code === "ConnectionLost" || (facts.code === "Interrupted" && isSent)
  if (!isUnsure || risk === "reads" || call.terminal.resume !== null) return failure
  const { what, next } = unseen?.(call) ?? {
    what: risk === "reveals" ? "The view may have been recorded." : "The change may have been made.",
    next: `Before you try again, see what you did with: ${otherLine(call, "audit mine")}`
  }
  return new Failure({ ...facts, message: `${facts.message} ${what}`, next })
}
