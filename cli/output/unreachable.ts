import { Predicate } from "effect"
import { messageOf } from "#core/base/messageOf.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { Failure } from "./Failure.ts"

const check = "Check that the server is running and --host is right. lockdesk doctor checks both."
const trust = (file: string) => `If it is the right server, set NODE_EXTRA_CA_CERTS to the file of ${file} (PEM).`
const unknownIssuer = ["its certificate is from an issuer that isn't trusted here", trust("its issuer's certificate")]
const selfSigned = ["its certificate is self-signed", trust("that certificate")]

/** The reason and the next step by the code of Node's or OpenSSL's error. */
const reasons: Readonly<Record<string, ReadonlyArray<string>>> = {
  ECONNREFUSED: ["nothing is listening there"],
  ENOTFOUND: ["no such host"],
  EAI_AGAIN: ["the name couldn't be resolved"],
  ETIMEDOUT: ["it didn't respond in time"],
  ECONNRESET: ["it closed the connection"],
  EHOSTUNREACH: ["host unreachable"],
  ENETUNREACH: ["no network connection"],
  EPIPE: ["it closed the connection"],
  EPROTO: ["it doesn't respond in HTTPS", "Check the port of --host, and whether its address begins with http://."],
  DEPTH_ZERO_SELF_SIGNED_CERT: selfSigned,
  SELF_SIGNED_CERT_IN_CHAIN: unknownIssuer,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownIssuer,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownIssuer,
  CERT_HAS_EXPIRED: ["its certificate has expired", "Renew it, or check the clock of this machine."],
  CERT_NOT_YET_VALID: ["its certificate isn't valid yet", "Check the clock of this machine."],
  ERR_TLS_CERT_ALTNAME_INVALID: ["its certificate is for another name", "Use the name that the certificate is for."]
}

/** The failure of a request that the server didn't answer, by what was thrown. */
export const unreachable = (host: string, cause: unknown): Failure => {
  // A name with several addresses fails with one error for each.
  const first = cause instanceof AggregateError ? cause.errors[0] : cause
  const code = Predicate.hasProperty(first, "code") ? String(first.code) : ""
  const [reason = messageOf(first), next = check] = reasons[code] ?? []
  return new Failure({
    code: "Unreachable",
    message: `Couldn't reach ${host}: ${reason}.`,
    next,
    exit: exitCodes.network,
    field: "host"
  })
}
