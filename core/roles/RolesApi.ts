import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { withExample } from "#core/base/withExample.ts"
import { DeclaredAccess, reads, writes } from "#core/auth/Access.ts"
import { AccessLevel, Area } from "#core/auth/permissions.ts"
import { Role, unrestrictedRoles } from "#core/auth/roles.ts"
import { companyQuery, success } from "#core/base/paging.ts"
import { wire } from "#core/base/problem.ts"
import { Feature } from "#core/companies/features.ts"
import {
  LastEditor,
  LevelAboveYours,
  OwnRoleKeepsUsers,
  RoleAboveYours,
  RoleChangedMeanwhile,
  RoleFixed
} from "./RoleErrors.ts"
import { RolePermissions } from "./RolePermissions.ts"

/** The roles that change users also change what the others may do. */
const changesRoles = writes(Area.id.Users, { feature: Feature.id.CustomRoles, roles: unrestrictedRoles })

/** A role after and before a change. `unchanged` if it already had the requested values. */
const ChangedRole = Schema.Struct({
  success: Schema.Literal(true),
  unchanged: Schema.optionalKey(Schema.Literal(true)),
  data: RolePermissions,
  before: RolePermissions
})
export type ChangedRole = typeof ChangedRole.Type

const refusals = [
  wire(RoleFixed),
  wire(RoleAboveYours),
  wire(LevelAboveYours),
  wire(OwnRoleKeepsUsers),
  wire(LastEditor)
] as const

const params = { role: Schema.NumberFromString.pipe(Schema.decodeTo(Role.Id)) }

/** An area and its level; null is the default. */
const AreaLevel = Schema.Struct({
  area: Area.Id,
  level: Schema.NullOr(AccessLevel.Id),
  /** The level before the edit: if it has changed since, the edit is refused. Without it, the last edit wins. */
  was: Schema.optionalKey(AccessLevel.Id)
})

export class RolesApi extends HttpApiGroup.make("roles")
  .add(
    HttpApiEndpoint.get("list", "/roles", { query: companyQuery, success: success(Schema.Array(RolePermissions)) })
      .annotate(DeclaredAccess, reads(Area.id.Users))
      .annotate(OpenApi.Summary, "Each role's permissions in the company, with the defaults"),
    HttpApiEndpoint.put("set", "/roles/:role", {
      params,
      query: companyQuery,
      /** Missing areas stay as they are. */
      payload: Schema.Struct({ areas: Schema.Array(AreaLevel).check(Schema.isMaxLength(Area.ids.length)) }),
      success: ChangedRole,
      error: [...refusals, wire(RoleChangedMeanwhile)]
    })
      .annotate(DeclaredAccess, changesRoles)
      .annotate(OpenApi.Transform, withExample({ areas: [{ area: 3, level: 1 }] }))
      .annotate(OpenApi.Summary, "Change a role's permissions; takes effect right away"),
    HttpApiEndpoint.post("reset", "/roles/:role/reset", {
      params,
      query: companyQuery,
      success: ChangedRole,
      error: refusals
    })
      .annotate(DeclaredAccess, changesRoles)
      .annotate(OpenApi.Summary, "Reset a role to its default permissions")
  )
  .annotate(OpenApi.Description, "Roles and permissions of a company") {}
