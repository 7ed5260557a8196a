import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { withExample } from "#core/base/withExample.ts"
import { DeclaredAccess, signedIn, writes } from "#core/auth/Access.ts"
import { DeclaredDryRun } from "#core/auth/DryRun.ts"
import { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { Area } from "#core/auth/permissions.ts"
import { Role } from "#core/auth/roles.ts"
import { changed, companyQuery } from "#core/base/paging.ts"
import { wire } from "#core/base/problem.ts"
import { StorableText } from "#core/base/storableText.ts"
import { Feature } from "#core/companies/features.ts"
import { ViewAboveYours, ViewTargetNotFound } from "./ViewingErrors.ts"

export class ViewingApi extends HttpApiGroup.make("viewing")
  .add(
    HttpApiEndpoint.post("start", "/viewing/start", {
      query: companyQuery,
      /** A role of the company, or one of its active users by email. */
      payload: Schema.Union([Schema.Struct({ role: Role.Id }), Schema.Struct({ email: StorableText(320) })]),
      success: changed(LoggedInUser),
      error: [wire(ViewAboveYours), wire(ViewTargetNotFound)]
    })
      // The response is the new session itself, so there is nothing to dry-run.
      .annotate(DeclaredDryRun, "none")
      .annotate(DeclaredAccess, writes(Area.id.Users, { feature: Feature.id.CustomRoles }))
      .annotate(OpenApi.Transform, withExample({ role: 7 }))
      .annotate(OpenApi.Summary, "See what a role or a person sees, for 15 minutes, without changing anything"),
    HttpApiEndpoint.post("end", "/viewing/end", { query: companyQuery, success: changed(LoggedInUser) })
      .annotate(DeclaredDryRun, "none")
      .annotate(DeclaredAccess, signedIn)
      .annotate(OpenApi.Summary, "Stop viewing as someone else")
  )
  .annotate(OpenApi.Description, "Viewing as a role or a person, read-only") {}
