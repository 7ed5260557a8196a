import { HttpApi, OpenApi } from "effect/http-api"
import { version } from "#core/base/version.ts"
import { type GroupName, type GroupNamed, groupNames, loadGroup } from "./apiGroups.ts"
import { withWebhooks } from "./documentedWebhooks.ts"
import { withBodyResponses } from "./bodyResponses.ts"
import { contractOf } from "./contractOf.ts"
import { withNamedSuccesses } from "./namedSuccesses.ts"
import { withOpenResponses } from "./openResponses.ts"
import { withParameters } from "./parameters.ts"
import { withPossibleResponses } from "./possibleResponses.ts"
import { withPlainNames } from "./schemaNames.ts"
import { howToCall, withSecurity } from "./security.ts"
import { withSharedResponses } from "./sharedResponses.ts"

const groups = await Promise.all(groupNames.map(loadGroup))

/** Every call, at the documents' paths under /api. The handlers, typed client, OpenAPI document and tests derive from it. */
export class Api extends contractOf(...(groups as [GroupNamed<GroupName>, ...typeof groups]))
  // A refusal lists every problem of a request, not only the first.
  .annotate(HttpApi.QueryParseOptions, { errors: "all" })
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" })
  .annotate(OpenApi.Title, "Lockdesk")
  .annotate(OpenApi.Version, version)
  .annotate(OpenApi.Description, howToCall)
  .annotate(OpenApi.Servers, [{ url: "/" }])
  .annotate(OpenApi.Transform, (document) =>
    withSharedResponses(
      withNamedSuccesses(
        withOpenResponses(
          withBodyResponses(
            withPossibleResponses(
              withPlainNames(withParameters(withSecurity(withWebhooks(document), groups), groups)),
              groups
            )
          )
        )
      )
    )
  ) {}
