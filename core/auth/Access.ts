import { Context, Option } from "effect"
import type { FeatureId } from "#core/companies/features.ts"
import { AccessLevel, type AccessLevelId, type AreaId } from "./permissions.ts"
import type { RoleId } from "./roles.ts"

/**
 * Who may make a call: anyone (`public`), any signed-in user (limited to `roles` if given), or a session with at least
 * `level` in `area` (and, if given, a role in `roles` and a company that has `feature`).
 */
export type Access =
  | { readonly kind: "public" }
  | { readonly kind: "session"; readonly roles?: ReadonlySet<RoleId> }
  | {
      readonly kind: "permission"
      readonly area: AreaId
      readonly level: AccessLevelId
      /** A second area that needs the same level. */
      readonly also?: AreaId
      readonly roles?: ReadonlySet<RoleId>
      readonly feature?: FeatureId
    }

/**
 * The annotation that declares an endpoint's access. Permissions are written nowhere else: the server's guard and the
 * availability of commands both read it. An endpoint without one is a bug.
 */
export class DeclaredAccess extends Context.Service<DeclaredAccess, Access>()("lockdesk/auth/DeclaredAccess") {}

export const anybody: Access = { kind: "public" }
export const signedIn: Access = { kind: "session" }

/** Any signed-in user with one of these roles. */
export const signedInAs = (roles: ReadonlySet<RoleId>): Access => ({ kind: "session", roles })

interface More {
  readonly also?: AreaId
  readonly roles?: ReadonlySet<RoleId>
  readonly feature?: FeatureId
}

/** Read access to an area. */
export const reads = (area: AreaId, more: More = {}): Access => ({
  kind: "permission",
  area,
  level: AccessLevel.id.Read,
  ...more
})

/** Write access to an area. */
export const writes = (area: AreaId, more: More = {}): Access => ({
  kind: "permission",
  area,
  level: AccessLevel.id.Write,
  ...more
})

/**
 * Overrides whether API keys may call an endpoint. By default a call that needs a permission is open to keys with that
 * permission, and a call that needs only a session is not.
 */
export class DeclaredForKeys extends Context.Service<DeclaredForKeys, boolean>()("lockdesk/auth/DeclaredForKeys") {}

/** Whether API keys may make a call at all; `accessRefusal` decides for one specific key. */
export const openToKeys = (endpoint: Annotated): boolean =>
  Option.getOrElse(
    Context.getOption(endpoint.annotations as Context.Context<DeclaredForKeys>, DeclaredForKeys),
    () => declaredAccess(endpoint)?.kind === "permission"
  )

/** Anything with annotations, such as an endpoint of the contract. */
export interface Annotated {
  readonly annotations: Context.Context<never>
}

/** The access an endpoint declares, or null if it declares none. */
export const declaredAccess = (endpoint: Annotated): Access | null =>
  Option.getOrNull(Context.getOption(endpoint.annotations as Context.Context<DeclaredAccess>, DeclaredAccess))
