import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { DeclaredAccess, reads } from "#core/auth/Access.ts"
import { Area } from "#core/auth/permissions.ts"
import { companyQuery, success } from "#core/base/paging.ts"
import { TeamUser } from "./TeamUser.ts"

export class UsersApi extends HttpApiGroup.make("users")
  .add(
    HttpApiEndpoint.get("list", "/users", { query: companyQuery, success: success(Schema.Array(TeamUser)) })
      .annotate(DeclaredAccess, reads(Area.id.Users))
      .annotate(OpenApi.Summary, "The company's team users")
  )
  .annotate(OpenApi.Description, "Team users") {}
