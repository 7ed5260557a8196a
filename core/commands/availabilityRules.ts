import { ServerFault } from "#core/api/ApiErrors.ts"
import { type Problem, words, type Words } from "#core/api/problem.ts"
import { type Access, anybody } from "#core/auth/Access.ts"
import { accessRefusal } from "#core/auth/accessRules.ts"
import { isByViewer, viewingRefusal } from "#core/auth/viewingAccess.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { Lock } from "#core/locks/Lock.ts"
import { type RouteId, routeOf } from "#core/navigation/routes.ts"
import type { Command } from "./Command.ts"
import type { EndpointRef } from "./endpoints.ts"

/** "May I, and if not, why?" */
export type Availability =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly problem: Problem; readonly words: Words }

const refused = (problem: Problem): Availability => ({ allowed: false, problem, words: words(problem) })

/** The parts of a command that decide whether a user may run it. */
export interface Guarded {
  readonly rule?: Command["rule"] | undefined
  /** The default is `reads`. */
  readonly risk?: Command["risk"]
  readonly does: { readonly call?: EndpointRef | undefined; readonly goTo?: RouteId | undefined }
}

/** Returns the access a call declares, or null if it declares none. */
export type AccessOf = (call: EndpointRef) => Access | null

/** The access a command needs: that of its call or of the path it opens. Null if it wrongly declares none. */
export const accessOfCommandBy =
  (accessOf: AccessOf) =>
  ({ call, goTo }: Guarded["does"]): Access | null =>
    call !== undefined ? accessOf(call) : goTo !== undefined ? routeOf(goTo).access : anybody

/**
 * Whether a user may run a command, on a given lock if it acts on one: checks the endpoint's access, then the subject's
 * rule. The server enforces the same two checks; this one only reports the result in advance.
 */
export const availabilityBy =
  (accessOf: AccessOf) =>
  (command: Guarded, user: LoggedInUser | null, lock: Lock | null = null): Availability => {
    const access = accessOfCommandBy(accessOf)(command.does)
    if (access === null) return refused(new ServerFault())
    const { call } = command.does
    const reads = command.risk === undefined || command.risk === "reads"
    const viewing = call === undefined ? null : viewingRefusal(user, call, reads)
    if (viewing !== null) return refused(viewing)
    // The server checks the viewer's own permissions, which are unknown here.
    const refusal = call !== undefined && isByViewer(user, call) ? null : accessRefusal(user, access)
    if (refusal !== null) return refused(refusal)
    const byRule = user === null ? null : (command.rule?.(user, lock) ?? null)
    return byRule === null ? { allowed: true } : refused(byRule)
  }
