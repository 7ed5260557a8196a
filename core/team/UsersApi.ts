import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { withExample } from "#core/base/withExample.ts"
import { DeclaredAccess, DeclaredForKeys, reads, signedIn } from "#core/auth/Access.ts"
import { DeclaredOnce } from "#core/auth/RequestKey.ts"
import { EmailInUse, TooManyRequests } from "#core/auth/AuthErrors.ts"
import { Area } from "#core/auth/permissions.ts"
import { UserId } from "#core/base/ids.ts"
import { changed, companyQuery, success } from "#core/base/paging.ts"
import { wire } from "#core/base/problem.ts"
import { RoleOption, TeamUser } from "./TeamUser.ts"
import { userChanges } from "./userAccess.ts"
import {
  InvitationRefused,
  LastOwner,
  OwnUserRefused,
  UserChangedMeanwhile,
  UserElsewhere,
  UserNotFound,
  UserRefused,
  UserRoleRefused
} from "./UserErrors.ts"
import { NewUser, UserEdit } from "./UserForm.ts"

/** The set-password page linked from invitations; by default this server's own. */
const resetLink = Schema.optional(Schema.String.check(Schema.isMaxLength(2000)))

/** A user after and before a change. `unchanged` if they already had the requested values. */
const ChangedTeamUser = Schema.Struct({ ...changed(TeamUser).fields, before: TeamUser })
export type ChangedTeamUser = typeof ChangedTeamUser.Type

export class UsersApi extends HttpApiGroup.make("users")
  .add(
    HttpApiEndpoint.get("list", "/users", { query: companyQuery, success: success(Schema.Array(TeamUser)) })
      .annotate(DeclaredAccess, reads(Area.id.Users))
      .annotate(OpenApi.Summary, "The company's team users"),
    HttpApiEndpoint.post("add", "/users/add-user", {
      query: { ...companyQuery, resetLink },
      payload: NewUser,
      /** `unchanged` if the same user is already on the team. */
      success: changed(TeamUser),
      error: [wire(UserRefused), wire(UserRoleRefused), wire(EmailInUse), wire(TooManyRequests)]
    })
      .annotate(DeclaredAccess, userChanges)
      .annotate(DeclaredOnce, true)
      // An invitation gives access to an account, and only people assign roles (decision 60).
      .annotate(DeclaredForKeys, false)
      .annotate(
        OpenApi.Transform,
        withExample({
          firstName: "Dana",
          lastName: "Reyes",
          email: "dana@maple.example.com",
          roleID: 5,
          facilityAllIDs: true
        })
      )
      .annotate(OpenApi.Summary, "Add a team user and email them a link to set their password"),
    HttpApiEndpoint.put("update", "/users/update-user", {
      query: { ...companyQuery, resetLink },
      payload: UserEdit,
      success: ChangedTeamUser,
      error: [
        wire(UserNotFound),
        wire(UserRefused),
        wire(UserRoleRefused),
        wire(OwnUserRefused),
        wire(UserElsewhere),
        wire(EmailInUse),
        wire(LastOwner),
        wire(UserChangedMeanwhile),
        wire(TooManyRequests)
      ]
    })
      .annotate(DeclaredAccess, userChanges)
      .annotate(DeclaredForKeys, false)
      .annotate(OpenApi.Transform, withExample({ userID: 34, roleID: 4, facilityIDs: [1] }))
      .annotate(OpenApi.Summary, "Change a team user; what is absent stays. Deactivating ends their sessions"),
    HttpApiEndpoint.post("invite", "/users/send-invitation", {
      query: { ...companyQuery, resetLink },
      payload: Schema.Struct({ userID: UserId }),
      success: success(TeamUser),
      error: [
        wire(UserNotFound),
        wire(UserRoleRefused),
        wire(OwnUserRefused),
        wire(UserElsewhere),
        wire(InvitationRefused),
        wire(TooManyRequests)
      ]
    })
      .annotate(DeclaredAccess, userChanges)
      .annotate(DeclaredForKeys, false)
      .annotate(OpenApi.Transform, withExample({ userID: 34 }))
      .annotate(OpenApi.Summary, "Send the invitation of a user again; the links of earlier ones end"),
    HttpApiEndpoint.get("roles", "/users/roles", {
      query: companyQuery,
      success: success(Schema.Array(RoleOption))
    })
      .annotate(DeclaredAccess, reads(Area.id.Users))
      .annotate(OpenApi.Summary, "The roles that the caller may give"),
    HttpApiEndpoint.get("uniqueEmail", "/users/validate-unique-email", {
      query: { ...companyQuery, email: Schema.String.check(Schema.isMaxLength(320)) },
      success: success(Schema.Struct({ unique: Schema.Boolean })),
      error: [wire(TooManyRequests)]
    })
      .annotate(DeclaredAccess, signedIn)
      .annotate(OpenApi.Summary, "Whether nobody has this email yet")
  )
  .annotate(OpenApi.Description, "Team users") {}
