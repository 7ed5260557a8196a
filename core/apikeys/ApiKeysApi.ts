import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { withExample } from "#core/base/withExample.ts"
import { PasswordNotShown } from "#core/account/AccountErrors.ts"
import { DeclaredAccess, reads, writes } from "#core/auth/Access.ts"
import { DeclaredDryRun } from "#core/auth/DryRun.ts"
import { DeclaredOnce } from "#core/auth/RequestKey.ts"
import { Area } from "#core/auth/permissions.ts"
import { ApiKeyId, Instant } from "#core/base/ids.ts"
import { changed, companyQuery, success } from "#core/base/paging.ts"
import { wire } from "#core/base/problem.ts"
import { Feature } from "#core/companies/features.ts"
import { FacilityNotFound } from "#core/facilities/FacilityErrors.ts"
import { ApiKey, ApiKeyEdit, ApiKeyWithSecret, NewApiKey } from "./ApiKey.ts"
import {
  ApiKeyChangedMeanwhile,
  ApiKeyNameTaken,
  ApiKeyNotFound,
  ApiKeyRefused,
  ApiKeyRevoked,
  ApiKeyTooWide,
  SecretNotKept
} from "./ApiKeyErrors.ts"
import { oldSecretHours } from "./apiKeyRules.ts"

const looks = reads(Area.id.ApiSettings, { feature: Feature.id.IntegrationAPI })
const changes = writes(Area.id.ApiSettings, { feature: Feature.id.IntegrationAPI })

/** The id of a key in a path. */
const params = { id: Schema.NumberFromString.pipe(Schema.decodeTo(ApiKeyId)) }

/** The company's keys. `showOnce`: secrets are not stored, so each is shown only when it is created. */
const ApiKeyList = Schema.Struct({ ...success(Schema.Array(ApiKey)).fields, showOnce: Schema.Boolean })

/** A key after and before an edit. `unchanged` if it already had the requested values. */
const ChangedApiKey = Schema.Struct({
  ...changed(ApiKey).fields,
  before: ApiKey
})
export type ChangedApiKey = typeof ChangedApiKey.Type

export class ApiKeysApi extends HttpApiGroup.make("apiKeys")
  .add(
    HttpApiEndpoint.get("list", "/companies/api-keys", { query: companyQuery, success: ApiKeyList })
      .annotate(DeclaredAccess, looks)
      .annotate(OpenApi.Summary, "The company's API keys, their secrets masked"),
    HttpApiEndpoint.post("add", "/companies/add-api-key", {
      query: companyQuery,
      payload: NewApiKey,
      success: success(ApiKeyWithSecret),
      error: [wire(ApiKeyRefused), wire(ApiKeyNameTaken), wire(ApiKeyTooWide), wire(FacilityNotFound)]
    })
      .annotate(DeclaredAccess, changes)
      .annotate(DeclaredOnce, true)
      .annotate(
        OpenApi.Transform,
        withExample({
          name: "Gate controller",
          facilityIds: [1],
          allFacilities: false,
          isActive: true,
          mayReveal: false
        })
      )
      .annotate(OpenApi.Summary, "Create an API key; the answer has its secret"),
    HttpApiEndpoint.put("update", "/companies/update-api-key", {
      query: companyQuery,
      payload: ApiKeyEdit,
      success: ChangedApiKey,
      error: [
        wire(ApiKeyChangedMeanwhile),
        wire(ApiKeyNotFound),
        wire(ApiKeyRefused),
        wire(ApiKeyNameTaken),
        wire(ApiKeyTooWide),
        wire(ApiKeyRevoked),
        wire(FacilityNotFound)
      ]
    })
      .annotate(DeclaredAccess, changes)
      .annotate(
        OpenApi.Transform,
        withExample({ id: 3, name: "Gate controller", facilityIds: [1, 2], allFacilities: false, isActive: true })
      )
      .annotate(OpenApi.Summary, "Change an API key; its secret stays"),
    HttpApiEndpoint.post("show", "/companies/api-keys/:id/show", {
      params,
      query: companyQuery,
      success: success(ApiKeyWithSecret),
      error: [
        wire(ApiKeyNotFound),
        wire(ApiKeyTooWide),
        wire(ApiKeyRevoked),
        wire(SecretNotKept),
        wire(PasswordNotShown)
      ]
    })
      // A dry run would roll back the record of who saw the secret.
      .annotate(DeclaredDryRun, "none")
      .annotate(DeclaredAccess, changes)
      .annotate(OpenApi.Summary, "Show an API key's secret, shortly after entering your password; audited"),
    HttpApiEndpoint.post("rotate", "/companies/api-keys/:id/rotate", {
      params,
      query: {
        ...companyQuery,
        /** The `secretSince` of the secret that was seen: refused if it has been rotated since. Without it, it is rotated anyway. */
        was: Schema.optional(Instant)
      },
      payload: Schema.Struct({
        /** How many hours the previous secret keeps working; 0 ends it immediately. */
        oldSecretHours: Schema.optionalKey(
          Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: oldSecretHours.most }))
        )
      }),
      success: success(ApiKeyWithSecret),
      error: [wire(ApiKeyNotFound), wire(ApiKeyTooWide), wire(ApiKeyRevoked), wire(ApiKeyChangedMeanwhile)]
    })
      .annotate(DeclaredAccess, changes)
      .annotate(OpenApi.Transform, withExample({ oldSecretHours: 24 }))
      .annotate(OpenApi.Summary, "Rotate an API key's secret; the old one keeps working for a while"),
    HttpApiEndpoint.post("revoke", "/companies/api-keys/:id/revoke", {
      params,
      query: companyQuery,
      success: changed(ApiKey),
      error: [wire(ApiKeyNotFound)]
    })
      .annotate(DeclaredAccess, changes)
      .annotate(OpenApi.Summary, "Revoke an API key permanently"),
    HttpApiEndpoint.put("showOnce", "/companies/api-keys-show-once", {
      query: companyQuery,
      payload: Schema.Struct({ showOnce: Schema.Boolean }),
      success: changed(Schema.Struct({ showOnce: Schema.Boolean }))
    })
      .annotate(DeclaredAccess, changes)
      .annotate(OpenApi.Transform, withExample({ showOnce: true }))
      .annotate(OpenApi.Summary, "Show secrets only once and delete the saved ones, or save them from now on")
  )
  .annotate(OpenApi.Description, "API keys, for a company's own programs") {}
