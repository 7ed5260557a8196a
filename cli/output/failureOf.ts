import { Cause, Predicate, Schema } from "effect"
import { HttpClientError } from "effect/http"
import { messageOf } from "#core/base/messageOf.ts"
import { isProblem, type Problem, problemExit, words } from "#core/api/problem.ts"
import { FileCutOff } from "#core/exports/wholeFile.ts"
import { AnswerUnknown } from "#core/api/calls/specifiedCall.ts"
import { type ExitCode, exitCodes } from "#cli/exitCodes.ts"
import { cannotWrite } from "./cannotWrite.ts"
import { ConnectionLost, connectionLost, ResponseCutOff } from "./ConnectionLost.ts"
import { Failure, isFailure } from "./Failure.ts"
import { unreachable } from "./unreachable.ts"

/** Converts any error of a command to a Failure. `host` is the server it talked to. */
export const failureOf = (error: unknown, host: string): Failure => {
  if (isFailure(error)) return error
  if (isProblem(error)) return problemFailure(error)
  if (HttpClientError.isHttpClientError(error)) return httpFailure(error, host)
  if (Schema.isSchemaError(error) || error instanceof AnswerUnknown)
    return notLockdesk(host, "sent a response that this version doesn't understand")
  if (error instanceof FileCutOff)
    return new Failure({
      code: "FileCutOff",
      message: `${host} didn't send the whole file.`,
      next: tryAgain,
      exit: exitCodes.network
    })
  if (isFileError(error)) return new Failure({ ...cannotWrite(error.path ?? "A file", error).facts, field: undefined })
  return new Failure({
    code: "Defect",
    message: `lockdesk crashed: ${messageOf(error)}`,
    next: "Report this message and the command, with the output of lockdesk doctor.",
    exit: exitCodes.failed
  })
}

const tryAgain = "Try again. If it keeps failing, check the network and any proxy in front of the server."

const fileCalls: ReadonlySet<unknown> = new Set(["open", "write", "mkdir", "rename", "unlink", "fsync", "chmod"])

/** Whether a file couldn't be written, for example because the disk is full. Reading has failures of its own. */
const isFileError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && "syscall" in error && fileCalls.has(error.syscall)

/** The failure of a failed run, or of its defect; an interruption is Ctrl+C. */
export const failureOfCause = (cause: Cause.Cause<unknown>, host: string): Failure =>
  Cause.hasInterruptsOnly(cause) ? interrupted() : failureOf(Cause.squash(cause), host)

/** Ctrl+C. */
export const interrupted = (): Failure =>
  new Failure({ code: "Interrupted", message: "Interrupted.", next: "Run it again.", exit: exitCodes.interrupted })

/** The exit code of a server's failure. */
export const exitOfProblem = (problem: Problem): ExitCode => exitCodes[problemExit(problem)]

/** A server's refusal, with the same message as in the console. */
export const problemFailure = (problem: Problem): Failure => {
  const text = words(problem)
  return new Failure({
    code: problem._tag,
    message: problem.error ?? text.error,
    next: nextOf(problem) ?? text.next,
    exit: exitOfProblem(problem),
    field: fieldOf(problem),
    candidates: problem._tag === "ImportFileRefused" ? problem.data.sheets : undefined,
    requestId: problem.requestId
  })
}

/** The first field named in a refusal. */
const fieldOf = (problem: Problem): string | undefined => {
  switch (problem._tag) {
    case "FacilityNameTaken":
      return "facilityName"
    case "EmailInUse":
      return "email"
    case "SubdomainUrlTaken":
      return "subdomainUrl"
    case "ApiKeyNameTaken":
      return "name"
    case "WebhookUrlTaken":
      return "url"
    case "ImportFileRefused":
      return problem.data.sheets === undefined ? undefined : "sheet"
    default:
      return "data" in problem && Predicate.hasProperty(problem.data, "issues")
        ? firstPath(problem.data.issues)
        : undefined
  }
}

const firstPath = (issues: unknown): string | undefined => {
  const [first] = Array.isArray(issues) ? (issues as ReadonlyArray<unknown>) : []
  return Predicate.hasProperty(first, "path") && typeof first.path === "string" ? first.path : undefined
}

/** The next step, if the terminal's differs from the console's. */
const nextOf = (problem: Problem): string | null => {
  switch (problem._tag) {
    case "SignedOut":
      return "Sign in with: lockdesk auth login"
    case "WrongCredentials":
      return problem.data.only === "password" ? null : "Check both and try again."
    case "ChangeNotFound":
      return "List your changes with: lockdesk audit mine, in the company where you made the change."
    case "ViewingOnly":
      return "Stop viewing first with: lockdesk view-as end, with --company if you act for a company."
    case "ApiKeyRefused":
      return fieldOf(problem) === "facilityIds" ? "Add --facilities or --all-facilities." : null
    case "CompanyNotFound":
      return "See lockdesk companies ls."
    case "ApiKeyNotFound":
      return "See lockdesk api-keys ls."
    case "WebhookNotFound":
      return "See lockdesk webhooks ls."
    case "WebhookUrlTaken":
      return `Change its events or resume it with: lockdesk webhooks edit ${problem.data.id} --events EVENTS --active yes`
    case "WebhookPaused":
      return `Resume it first with: lockdesk webhooks edit ${problem.data.id} --active yes`
    case "JobNotFound":
      return "See lockdesk jobs ls."
    case "TicketNotFound":
      return "See the tickets and the numbers of their images with: lockdesk tickets ls."
    case "ReportNotFound":
      return "See lockdesk returns history."
    case "MailNotFound":
      return "See lockdesk outbox ls."
    case "UserNotFound":
      return "See lockdesk users ls --all."
    case "FacilityNotFound":
      return "See lockdesk facilities ls."
    case "OwnUserRefused":
      return "Change your name, email and password with: lockdesk account. Ask another admin for the rest."
    case "SubdomainNotFound":
      return "See lockdesk subdomains ls."
    case "ImportFileRefused":
      return problem.data.sheets === undefined ? null : "Choose the sheet with --sheet."
    default:
      return problem._tag.endsWith("ChangedMeanwhile")
        ? "Nothing was saved. Show it again, then repeat your change."
        : null
  }
}

const httpFailure = (error: HttpClientError.HttpClientError, host: string): Failure => {
  if (error.reason._tag !== "TransportError") {
    const status = error.response?.status
    if (status !== undefined && [502, 503, 504].includes(status)) return behindProxy(host, status)
    if (status === 413) return tooLargeForProxy(host)
    return notLockdesk(
      host,
      status === undefined || status < 400 ? "sent an unexpected response" : `returned ${status} without a reason`
    )
  }
  const { cause } = error.reason
  const lost = cause instanceof ConnectionLost ? connectionLost(error.request, host) : null
  if (lost !== null) return lost
  if (cause instanceof ResponseCutOff)
    return new Failure({
      code: "Unreachable",
      message: `${host} didn't send its whole response.`,
      next: tryAgain,
      exit: exitCodes.network,
      field: "host"
    })
  return unreachable(host, cause instanceof ConnectionLost ? cause.cause : cause)
}

/** A proxy's error page while its server is down or restarts. */
const behindProxy = (host: string, status: number): Failure =>
  new Failure({
    code: "Unreachable",
    message: `Lockdesk isn't available right now: ${host} returned ${status}.`,
    next: "Try again in a minute. If it keeps failing, check the server behind that address.",
    exit: exitCodes.network,
    field: "host"
  })

/** A proxy's refusal of a large upload; the server's own limits have failures of their own. */
const tooLargeForProxy = (host: string): Failure =>
  new Failure({
    code: "TooLarge",
    message: `A proxy in front of ${host} refused this request, because it is too large.`,
    next: "Raise the proxy's limit (client_max_body_size in nginx), or send a smaller file.",
    exit: exitCodes.usage
  })

const notLockdesk = (host: string, how: string): Failure =>
  new Failure({
    code: "NotLockdesk",
    message: `${host} is not a Lockdesk server, or runs an incompatible version: it ${how}.`,
    next: "Check --host, and any proxy in front of the server. lockdesk doctor can help.",
    exit: exitCodes.network,
    field: "host"
  })
