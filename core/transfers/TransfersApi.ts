import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { withExample } from "#core/base/withExample.ts"
import { LockLimitReached } from "#core/activation/ActivationErrors.ts"
import { DeclaredAccess, writes } from "#core/auth/Access.ts"
import { DeclaredOnce } from "#core/auth/RequestKey.ts"
import { SentBack } from "#core/auth/SentBack.ts"
import { TooManyRequests } from "#core/auth/AuthErrors.ts"
import { Area } from "#core/auth/permissions.ts"
import { CompanyId, FacilityId, Instant } from "#core/base/ids.ts"
import { changed, companyQuery, success } from "#core/base/paging.ts"
import { wire } from "#core/base/problem.ts"
import { FacilityNameTaken, FacilityNotFound, FacilityRefused } from "#core/facilities/FacilityErrors.ts"
import { FacilityDetail } from "#core/facilities/FacilityDetail.ts"
import { facilityChanges } from "#core/facilities/facilityAccess.ts"
import {
  TransferAlreadyAccepted,
  TransferEmailInvalid,
  TransferExpired,
  TransferNotFound,
  TransferNotYours,
  TransferSameCompany
} from "./TransferErrors.ts"
import { TransferOffer, TransferToken } from "./TransferOffer.ts"
import { approvingRoles } from "./transferRules.ts"

/**
 * A new offer: its expiry, and the link that was mailed. Only this response contains the link, so that the sender can
 * pass it on if the email does not arrive; it works only for the invited person. Empty in a dry run.
 */
export const OfferedTransfer = Schema.Struct({
  facilityID: FacilityId,
  email: Schema.String,
  expiresOn: Instant,
  link: Schema.String
})
export type OfferedTransfer = typeof OfferedTransfer.Type

/** A canceled offer: to whom the facility was offered, or null if there was no open offer. */
const CanceledTransfer = Schema.Struct({
  facilityID: FacilityId,
  facilityName: Schema.String,
  email: Schema.NullOr(Schema.String)
})

export class TransfersApi extends HttpApiGroup.make("transfers")
  .add(
    HttpApiEndpoint.post("initiate", "/facilities/initiate-facility-transfer", {
      query: companyQuery,
      payload: Schema.Struct({
        companyID: Schema.optionalKey(CompanyId),
        facilityID: FacilityId,
        email: Schema.String.check(Schema.isMaxLength(320))
      }),
      success: success(OfferedTransfer),
      error: [wire(FacilityNotFound), wire(TransferEmailInvalid), wire(TransferSameCompany), wire(TooManyRequests)]
    })
      .annotate(DeclaredAccess, { ...facilityChanges, also: Area.id.TransferFacility })
      .annotate(DeclaredOnce, true)
      .annotate(OpenApi.Transform, withExample({ facilityID: 1, email: "admin@harbor.example.com" }))
      .annotate(OpenApi.Summary, "Offer a facility to an admin of another company, by email"),
    HttpApiEndpoint.delete("cancel", "/facilities/:id/transfer", {
      params: { id: FacilityId },
      query: companyQuery,
      success: changed(CanceledTransfer),
      error: [wire(FacilityNotFound)]
    })
      .annotate(DeclaredAccess, { ...facilityChanges, also: Area.id.TransferFacility })
      .annotate(OpenApi.Summary, "Cancel the open offer of a facility; its link stops working"),
    HttpApiEndpoint.get("offer", "/facilities/facility-token", {
      query: { ...companyQuery, token: TransferToken },
      success: success(TransferOffer),
      error: [wire(TransferNotFound), wire(TransferExpired), wire(TransferNotYours)]
    })
      .annotate(DeclaredAccess, writes(Area.id.Facilities))
      .annotate(OpenApi.Summary, "What a transfer offers to the person it was sent to"),
    HttpApiEndpoint.post("accept", "/facilities/accept-facility-transfer", {
      query: companyQuery,
      payload: Schema.Struct({
        token: TransferToken,
        /** A new name for it, if its own is already used here. */
        facilityName: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(500)))
      }),
      success: success(Schema.Struct({ facilityID: FacilityId, facilityName: Schema.String, lockCount: Schema.Int })),
      error: [
        wire(TransferNotFound),
        wire(TransferExpired),
        wire(TransferNotYours),
        wire(TransferAlreadyAccepted),
        wire(FacilityNameTaken),
        wire(FacilityRefused),
        wire(LockLimitReached)
      ]
    })
      .annotate(DeclaredAccess, writes(Area.id.Facilities, { also: Area.id.TransferFacility, roles: approvingRoles }))
      .annotate(SentBack, FacilityDetail)
      .annotate(
        OpenApi.Transform,
        withExample({ token: "the token of the link in the mail", facilityName: "Maple St" })
      )
      .annotate(OpenApi.Summary, "Take over an offered facility with its locks and their history")
  )
  .annotate(OpenApi.Description, "Facilities that go from one company to another") {}
