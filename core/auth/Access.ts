import { Context, Option } from "effect"
import type { FeatureId } from "#core/companies/features.ts"
import { AccessLevel, type AccessLevelId, type AreaId } from "./permissions.ts"
import type { RoleId } from "./roles.ts"

/**
 * Who may make a call: anybody, anybody signed in (where given, with one of `roles`), or a session whose permission reaches
 * `level` in `area` (and, where given, whose role is among `roles` and whose company has `feature`).
 */
export type Access =
  | { readonly kind: "public" }
  | { readonly kind: "session"; readonly roles?: ReadonlySet<RoleId> }
  | {
      readonly kind: "permission"
      readonly area: AreaId
      readonly level: AccessLevelId
      /** Another area that has to be reached as far. */
      readonly also?: AreaId
      readonly roles?: ReadonlySet<RoleId>
      readonly feature?: FeatureId
    }

/**
 * The annotation by which an endpoint declares its access. It is the only place a permission is written: the guard of
 * the server reads it, and so does the availability of a command. An endpoint without one is a defect.
 */
export class DeclaredAccess extends Context.Service<DeclaredAccess, Access>()("lockdesk/auth/DeclaredAccess") {}

export const anybody: Access = { kind: "public" }
export const signedIn: Access = { kind: "session" }

/** Anybody signed in with one of these roles. */
export const signedInAs = (roles: ReadonlySet<RoleId>): Access => ({ kind: "session", roles })

interface More {
  readonly also?: AreaId
  readonly roles?: ReadonlySet<RoleId>
  readonly feature?: FeatureId
}

/** Read on an area. */
export const reads = (area: AreaId, more: More = {}): Access => ({
  kind: "permission",
  area,
  level: AccessLevel.id.Read,
  ...more
})

/** Write on an area. */
export const writes = (area: AreaId, more: More = {}): Access => ({
  kind: "permission",
  area,
  level: AccessLevel.id.Write,
  ...more
})

/**
 * The annotation by which an endpoint says whether API keys may make it, where that is not plain from its access: a call that
 * needs a permission is open to keys that have it, one that needs only a session is not.
 */
export class DeclaredForKeys extends Context.Service<DeclaredForKeys, boolean>()("lockdesk/auth/DeclaredForKeys") {}

/** Whether API keys may make a call at all; `accessRefusal` says whether this one may. */
export const openToKeys = (endpoint: Annotated): boolean =>
  Option.getOrElse(
    Context.getOption(endpoint.annotations as Context.Context<DeclaredForKeys>, DeclaredForKeys),
    () => declaredAccess(endpoint)?.kind === "permission"
  )

/** Anything with annotations, as each endpoint of the contract is. */
export interface Annotated {
  readonly annotations: Context.Context<never>
}

/** The access an endpoint declares, or null where it declares none. */
export const declaredAccess = (endpoint: Annotated): Access | null =>
  Option.getOrNull(Context.getOption(endpoint.annotations as Context.Context<DeclaredAccess>, DeclaredAccess))
