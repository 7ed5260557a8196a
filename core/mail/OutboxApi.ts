import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { DeclaredAccess, reads } from "#core/auth/Access.ts"
import { Area } from "#core/auth/permissions.ts"
import { outboxRoles } from "#core/auth/roles.ts"
import { newestFirst, success } from "#core/base/paging.ts"
import { Mail, MailId } from "./Mail.ts"

export class OutboxApi extends HttpApiGroup.make("outbox")
  .add(
    HttpApiEndpoint.get("list", "/outbox", {
      query: newestFirst(MailId, 1000),
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
