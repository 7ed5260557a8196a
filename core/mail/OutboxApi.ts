import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { DeclaredAccess, DeclaredForKeys, reads } from "#core/auth/Access.ts"
import { Area } from "#core/auth/permissions.ts"
import { outboxRoles } from "#core/auth/roles.ts"
import { companyQuery, counted, mostNewest, newestFirst, success } from "#core/base/paging.ts"
import { wire } from "#core/base/problem.ts"
import { contentTypes } from "#core/exports/exportFormats.ts"
import { Mail, MailId } from "./Mail.ts"
import { MailFileNotFound, MailNotFound } from "./MailErrors.ts"

const params = { id: Schema.NumberFromString.pipe(Schema.decodeTo(MailId)) }

export class OutboxApi extends HttpApiGroup.make("outbox")
  .add(
    HttpApiEndpoint.get("list", "/outbox", {
      query: {
        ...newestFirst(MailId, mostNewest),
        /** `none`: without the texts, which leaves no audit record. */
        texts: Schema.optional(Schema.Literals(["all", "none"]))
      },
      success: counted(Schema.Array(Mail))
    })
      .annotate(DeclaredAccess, reads(Area.id.Users, { roles: outboxRoles }))
      .annotate(
        OpenApi.Summary,
        "Messages of the outbox, newest first; one-time links only for their recipient and Super Admins; each reading is audited"
      ),
    HttpApiEndpoint.get("show", "/outbox/:id", {
      params,
      query: companyQuery,
      success: success(Mail),
      error: wire(MailNotFound)
    })
      .annotate(DeclaredAccess, reads(Area.id.Users, { roles: outboxRoles }))
      .annotate(OpenApi.Summary, "One message of the outbox with its text; the reading is audited"),
    HttpApiEndpoint.get("file", "/outbox/:id/file", {
      params,
      query: companyQuery,
      success: HttpApiSchema.StreamUint8Array({ contentType: Object.values(contentTypes) }),
      error: [wire(MailNotFound), wire(MailFileNotFound)]
    })
      .annotate(DeclaredAccess, reads(Area.id.Users, { roles: outboxRoles }))
      .annotate(OpenApi.Summary, "The attachment of an unsent message; each download is audited")
  )
  // Only people read mail: some messages give access to an account.
  .annotateEndpoints(DeclaredForKeys, false)
  .annotate(OpenApi.Description, "Sent and waiting email, or all email if no mail provider is set up") {}
