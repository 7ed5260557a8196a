import { Context } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import {
  AccessDenied,
  ApiKeyNotAccepted,
  CompanyNotFound,
  FeatureNotIncluded,
  NotForApiKeys,
  RoleNotAllowed,
  SignedOut,
  TooManyRequests,
  ViewingOnly
} from "#core/auth/AuthErrors.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { wire } from "#core/base/problem.ts"
import { Malformed, SavedAlready, ServerFault, Unavailable } from "./ApiErrors.ts"

/** The session of a call: the user, and the session's id, by which it can be ended. */
export interface CurrentSession {
  readonly sessionId: string
  readonly user: LoggedInUser
  /** The user without whom they view as (decision 62). */
  readonly own: LoggedInUser
}

/** The session of the current call; available only after the guard. */
export class Session extends Context.Service<Session, CurrentSession>()("lockdesk/api/Session") {}

/** How the guard refuses a call. */
export const guardFailures = [
  SignedOut,
  ApiKeyNotAccepted,
  AccessDenied,
  RoleNotAllowed,
  FeatureNotIncluded,
  CompanyNotFound,
  NotForApiKeys,
  TooManyRequests,
  ViewingOnly
] as const

/**
 * Runs before every call: reads the endpoint's declared access, finds the session of the token, and refuses calls without
 * permission. An endpoint without declared access answers ServerFault.
 */
export class Guard extends HttpApiMiddleware.Service<Guard, { provides: Session }>()("lockdesk/api/Guard", {
  error: guardFailures.map(wire)
}) {}

/** Wraps every call, outside the guard: adds the message and the request id to each failure. */
export class Problems extends HttpApiMiddleware.Service<Problems>()("lockdesk/api/Problems", {
  error: [wire(Malformed), wire(SavedAlready), wire(Unavailable), wire(ServerFault)]
}) {}
