import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { FormFile } from "#core/base/formFile.ts"
import { withExample } from "#core/base/withExample.ts"
import { anybody, DeclaredAccess, reads, signedIn } from "#core/auth/Access.ts"
import { DeclaredOnce } from "#core/auth/RequestKey.ts"
import { DeclaredDryRun } from "#core/auth/DryRun.ts"
import { TooManyRequests, UploadsBusy } from "#core/auth/AuthErrors.ts"
import { Area } from "#core/auth/permissions.ts"
import { ticketReaderRoles } from "#core/auth/roles.ts"
import { CompanyId, FacilityId } from "#core/base/ids.ts"
import { companyQuery, mostNewest, newestFirst, success } from "#core/base/paging.ts"
import { wire } from "#core/base/problem.ts"
import { FacilityNotFound } from "#core/facilities/FacilityErrors.ts"
import { ErrorReport } from "./errorReport.ts"
import { Ticket } from "./Ticket.ts"
import { ImageNumber, TicketId } from "./ticketIds.ts"
import { AttachmentRefused, TicketNotFound, TicketRefused } from "./TicketErrors.ts"
import { imageTypes } from "./ticketRules.ts"
import { ticketLimits } from "./ticketLimits.ts"

/** Support receives each ticket as an email, so users who may read the email may read the ticket. */
const readsTickets = reads(Area.id.Users, { roles: ticketReaderRoles })

/** A new ticket, with the number for support and the sender. */
const MadeTicket = Schema.Struct({
  success: Schema.Literal(true),
  message: Schema.String,
  data: Schema.Struct({ ticketID: TicketId })
})

/** A little more than five images of the maximum size and the fields around them. */
const maxTotalSize = ticketLimits.images * ticketLimits.imageBytes + 256 * 1024

export class SupportApi extends HttpApiGroup.make("support")
  .add(
    HttpApiEndpoint.post("reportError", "/utils/error-report", {
      payload: ErrorReport,
      /** The report's id in the server's log. */
      success: success(Schema.Struct({ reportID: Schema.String })),
      error: [wire(TooManyRequests)]
    })
      // A screen can fail before sign-in.
      .annotate(DeclaredAccess, anybody)
      .annotate(
        OpenApi.Transform,
        withExample({
          name: "TypeError",
          message: "x is undefined",
          path: "/locks/manage_locks",
          stack: [],
          requestId: null
        })
      )
      .annotate(OpenApi.Summary, "Report that a screen of the console failed, to the server's log"),
    HttpApiEndpoint.post("ticket", "/customer-service/ticket", {
      query: companyQuery,
      /** A form: `facilityIDs` and `files` may repeat; files are JPEG or PNG, detected by their content. */
      payload: Schema.Struct({
        subject: Schema.String,
        category: Schema.String,
        description: Schema.String,
        facilityIDs: Schema.optionalKey(Schema.Array(FacilityId)),
        files: Schema.optionalKey(Schema.Array(FormFile))
      }).pipe(
        HttpApiSchema.asMultipartStream({
          maxTotalSize,
          /** Higher than the image limit, which is checked exactly after the upload. */
          maxFileSize: ticketLimits.imageBytes + 64 * 1024,
          maxFieldSize: 64 * 1024
        })
      ),
      success: MadeTicket,
      error: [
        wire(TicketRefused),
        wire(AttachmentRefused),
        wire(FacilityNotFound),
        wire(TooManyRequests),
        wire(UploadsBusy)
      ]
    })
      .annotate(DeclaredDryRun, "parts")
      .annotate(DeclaredAccess, signedIn)
      .annotate(DeclaredOnce, true)
      .annotate(OpenApi.Summary, "Send a support ticket, with images"),
    HttpApiEndpoint.get("tickets", "/customer-service/tickets", {
      query: newestFirst(TicketId, mostNewest),
      success: success(Schema.Array(Ticket))
    })
      .annotate(DeclaredAccess, readsTickets)
      .annotate(OpenApi.Summary, "Support tickets, newest first; each reading is in the audit log of their company"),
    HttpApiEndpoint.get("ticketImage", "/customer-service/tickets/:id/images/:image", {
      params: { id: TicketId, image: ImageNumber },
      query: companyQuery,
      success: HttpApiSchema.StreamUint8Array({ contentType: [...imageTypes] }),
      error: [wire(TicketNotFound)]
    })
      .annotate(DeclaredAccess, readsTickets)
      .annotate(OpenApi.Summary, "An image of a support ticket, as an attachment; each reading is audited likewise"),
    HttpApiEndpoint.post("bulkActivationTicket", "/customer-service/bulk-activation-ticket", {
      query: companyQuery,
      /** The session decides the company; `companyName` and `companyID` are what the form displayed. */
      payload: Schema.Struct({
        subject: Schema.String,
        companyName: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(200))),
        companyID: Schema.optionalKey(CompanyId),
        description: Schema.String,
        facilityIDs: Schema.optionalKey(Schema.Array(FacilityId).check(Schema.isMaxLength(ticketLimits.facilities)))
      }),
      success: MadeTicket,
      error: [wire(TicketRefused), wire(FacilityNotFound), wire(TooManyRequests)]
    })
      .annotate(DeclaredAccess, signedIn)
      .annotate(DeclaredOnce, true)
      .annotate(
        OpenApi.Transform,
        withExample({ subject: "Bulk activation", description: "Please activate box BOX-101 at Maple St." })
      )
      .annotate(OpenApi.Summary, "Send a support ticket about a bulk activation that failed")
  )
  .annotate(OpenApi.Description, "Support tickets") {}
