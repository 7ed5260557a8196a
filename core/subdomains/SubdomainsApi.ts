import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { FormFile } from "#core/base/formFile.ts"
import { withExample } from "#core/base/withExample.ts"
import { anybody, DeclaredAccess, reads, writes } from "#core/auth/Access.ts"
import { DeclaredOnce } from "#core/auth/RequestKey.ts"
import { TooManyRequests, UploadsBusy } from "#core/auth/AuthErrors.ts"
import { DeclaredDryRun } from "#core/auth/DryRun.ts"
import { Area } from "#core/auth/permissions.ts"
import { SubdomainId } from "#core/base/ids.ts"
import { changed, companyQuery, success } from "#core/base/paging.ts"
import { wire } from "#core/base/problem.ts"
import { StorableText } from "#core/base/storableText.ts"
import { Feature } from "#core/companies/features.ts"
import { FacilityNotFound } from "#core/facilities/FacilityErrors.ts"
import { Portal } from "./Portal.ts"
import { NewSubdomain, PlacedFacility, Subdomain, SubdomainEdit } from "./Subdomain.ts"
import {
  LogoRefused,
  LogoUnavailable,
  PortalNotFound,
  SubdomainChangedMeanwhile,
  SubdomainNotFound,
  SubdomainRefused,
  SubdomainUrlTaken
} from "./SubdomainErrors.ts"
import { logoLimits } from "./subdomainLimits.ts"

const feature = Feature.id.Subdomains
const readsSubdomains = reads(Area.id.Subdomains, { feature })
const changesSubdomains = writes(Area.id.Subdomains, { feature })

const UrlText = StorableText(500)

/** A new subdomain; `moved` are facilities taken over from another one. */
const AddedSubdomain = Schema.Struct({ ...success(Subdomain).fields, moved: Schema.Array(PlacedFacility) })
export type AddedSubdomain = typeof AddedSubdomain.Type

/**
 * A subdomain after and before a change; `moved` are facilities taken over from another one. `unchanged` if it already
 * had the requested values.
 */
const ChangedSubdomain = Schema.Struct({
  ...changed(Subdomain).fields,
  before: Subdomain,
  moved: Schema.Array(PlacedFacility)
})
export type ChangedSubdomain = typeof ChangedSubdomain.Type

/** Branded subdomain portals and the facilities on them (002 §2 to §7). */
export class SubdomainsApi extends HttpApiGroup.make("subdomains")
  .add(
    HttpApiEndpoint.get("list", "/companies/subdomains", {
      query: companyQuery,
      success: success(Schema.Array(Subdomain))
    })
      .annotate(DeclaredAccess, readsSubdomains)
      .annotate(OpenApi.Summary, "The company's subdomains by name"),
    HttpApiEndpoint.post("create", "/companies/subdomains", {
      query: companyQuery,
      payload: NewSubdomain,
      success: AddedSubdomain,
      error: [wire(SubdomainRefused), wire(SubdomainUrlTaken), wire(FacilityNotFound)]
    })
      .annotate(DeclaredAccess, changesSubdomains)
      .annotate(DeclaredOnce, true)
      .annotate(
        OpenApi.Transform,
        withExample({ displayName: "Maple Storage", subdomainUrl: "maple", facilityIDs: [1, 2] })
      )
      .annotate(OpenApi.Summary, "Add a subdomain; facilities on another one move to it"),
    HttpApiEndpoint.put("update", "/companies/subdomains", {
      query: companyQuery,
      payload: SubdomainEdit,
      success: ChangedSubdomain,
      error: [
        wire(SubdomainNotFound),
        wire(SubdomainRefused),
        wire(SubdomainUrlTaken),
        wire(SubdomainChangedMeanwhile),
        wire(FacilityNotFound)
      ]
    })
      .annotate(DeclaredAccess, changesSubdomains)
      .annotate(OpenApi.Transform, withExample({ id: 1, displayName: "Maple Storage", facilityIDs: [1] }))
      .annotate(
        OpenApi.Summary,
        "Edit a subdomain; omitted fields stay the same, facilities on another one move to it"
      ),
    HttpApiEndpoint.get("checkUrl", "/companies/subdomains/validate-url", {
      query: {
        ...companyQuery,
        url: UrlText,
        /** The subdomain being edited: its own URL counts as free. */
        subdomainId: Schema.optional(SubdomainId)
      },
      success: success(Schema.Struct({ subdomainUrl: Schema.String })),
      error: [wire(SubdomainRefused), wire(SubdomainUrlTaken)]
    })
      .annotate(DeclaredAccess, changesSubdomains)
      .annotate(OpenApi.Summary, "Whether a subdomain URL is available in all companies"),
    HttpApiEndpoint.post("uploadLogo", "/companies/subdomains/upload-logo", {
      query: { ...companyQuery, subdomainId: SubdomainId },
      /** A form with one part `file`: PNG, GIF or JPEG, detected by its content. */
      payload: Schema.Struct({ file: FormFile }).pipe(
        HttpApiSchema.asMultipartStream({
          maxTotalSize: logoLimits.fileBytes + 64 * 1024,
          /** Higher than the file limit, which is checked exactly after the upload. */
          maxFileSize: logoLimits.fileBytes + 16 * 1024,
          maxFieldSize: 4 * 1024
        })
      ),
      success: changed(Subdomain),
      error: [wire(SubdomainNotFound), wire(LogoRefused), wire(LogoUnavailable), wire(UploadsBusy)]
    })
      .annotate(DeclaredDryRun, "parts")
      .annotate(DeclaredAccess, changesSubdomains)
      .annotate(OpenApi.Summary, "Upload a subdomain's logo, converted to a PNG of at most 512 pixels per side"),
    HttpApiEndpoint.get("portal", "/portal/:subdomainUrl", {
      params: { subdomainUrl: UrlText.check(Schema.isNonEmpty()) },
      success: success(Portal),
      error: [wire(PortalNotFound), wire(TooManyRequests)]
    })
      .annotate(DeclaredAccess, anybody)
      .annotate(OpenApi.Summary, "What a portal shows: name, logo, and names and addresses of its facilities")
  )
  .annotate(OpenApi.Description, "Subdomain portals") {}
