import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { DeclaredAccess, reads } from "#core/auth/Access.ts"
import { Area } from "#core/auth/permissions.ts"
import { outboxRoles } from "#core/auth/roles.ts"
import { companyQuery, success } from "#core/base/paging.ts"
import { Mail, MailId } from "./Mail.ts"

export class OutboxApi extends HttpApiGroup.make("outbox")
  .add(
    HttpApiEndpoint.get("list", "/outbox", {
      query: {
        ...companyQuery,
        /** Only messages before this one: the last of the page before. */
        from: Schema.optional(MailId),
        count: Schema.optional(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1000 })))
      },
      success: success(Schema.Array(Mail))
    })
      .annotate(DeclaredAccess, reads(Area.id.Users, { roles: outboxRoles }))
      .annotate(
        OpenApi.Summary,
        "Messages of the outbox, newest first; bodies for Super Admins only, whose reading is audited"
      )
  )
  .annotate(
    OpenApi.Description,
    "Messages that were sent, wait to be, or stay here because no mail provider is set up"
  ) {}
