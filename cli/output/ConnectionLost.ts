import type { HttpClientRequest } from "effect/http"
import type { Call } from "#cli/Call.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { Failure } from "./Failure.ts"
import { otherLine } from "./resumeLine.ts"

/** The connection was lost after it was opened and before the whole response arrived: the server may have done its work. */
export class ConnectionLost extends Error {}
/** The response ended early, but like a complete one: a proxy can end it so when its server is gone. */
export class ResponseCutOff extends ConnectionLost {}

/** The failure of such a request if it may change something; null for one that only reads. */
export const connectionLost = (
  { method, urlParams }: HttpClientRequest.HttpClientRequest,
  host: string
): Failure | null =>
  method === "GET" || urlParams.params.some(([name]) => name === "dryRun")
    ? null
    : new Failure({
        code: "ConnectionLost",
        message: `The connection to ${host} was lost before the whole response arrived.`,
        next: "Check the network, then try again.",
        exit: exitCodes.network,
        field: "host"
      })

/** Says that the change may have been made, and how to check. A command that can be resumed makes no change twice. */
export const withCheck = (failure: Failure, call: Call): Failure => {
  const { facts } = failure
  const { risk } = call.spec
  if (facts.code !== "ConnectionLost" || risk === "reads" || call.terminal.resume !== null) return failure
  return new Failure({
    ...facts,
    message: `${facts.message} ${risk === "reveals" ? "The view may have been recorded." : "The change may have been made."}`,
    next: `Before you try again, see what you did with: ${otherLine(call, "audit mine")}`
  })
}
