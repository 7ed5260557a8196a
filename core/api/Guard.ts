import { Context } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import {
  AccessDenied,
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
import { Malformed, ServerFault, Unavailable } from "./ApiErrors.ts"

/** The session a call is made in: who, and the id under which it can be ended. */
export interface CurrentSession {
  readonly sessionId: string
  readonly user: LoggedInUser
}

/** The session of the call under way; there is one only behind the guard. */
export class Session extends Context.Service<Session, CurrentSession>()("lockdesk/api/Session") {}

/**
 * Stands before every call: reads the access that the endpoint declares, finds the session of the token, and refuses
 * what the permission does not reach. An endpoint that declares nothing answers ServerFault.
 */
export class Guard extends HttpApiMiddleware.Service<Guard, { provides: Session }>()("lockdesk/api/Guard", {
  error: [
    SignedOut,
    AccessDenied,
    RoleNotAllowed,
    FeatureNotIncluded,
    CompanyNotFound,
    NotForApiKeys,
    TooManyRequests,
    ViewingOnly
  ].map(wire)
}) {}

/** Stands around every call, outside the guard: gives each failure its sentence and request id. */
export class Problems extends HttpApiMiddleware.Service<Problems>()("lockdesk/api/Problems", {
  error: [wire(Malformed), wire(Unavailable), wire(ServerFault)]
}) {}
