import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { withExample } from "#core/base/withExample.ts"
import { DeclaredAccess, signedIn, writes } from "#core/auth/Access.ts"
import { DeclaredOnce } from "#core/auth/RequestKey.ts"
import { CompanyNotFound } from "#core/auth/AuthErrors.ts"
import { Area } from "#core/auth/permissions.ts"
import { CompanyId, NoticeId, UserId } from "#core/base/ids.ts"
import { mostNewest, success } from "#core/base/paging.ts"
import { wire } from "#core/base/problem.ts"
import { StorableText } from "#core/base/storableText.ts"
import { BroadcastAudience } from "./broadcastAudiences.ts"
import { Notice, noticeKinds } from "./Notice.ts"
import { BroadcastRefused } from "./NoticeErrors.ts"
import { announcingRoles, longestAnnouncement } from "./noticeRules.ts"

export class NoticesApi extends HttpApiGroup.make("notices")
  .add(
    HttpApiEndpoint.get("list", "/notices", {
      query: {
        from: Schema.optional(NoticeId),
        count: Schema.optional(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: mostNewest }))),
        /** `true`: only unread notices. */
        unread: Schema.optional(Schema.Literals(["true", "false"])),
        /** `mobile` adds announcements for mobile users. */
        client: Schema.optional(Schema.Literals(["web", "mobile"]))
      },
      success: success(Schema.Array(Notice))
    })
      .annotate(DeclaredAccess, signedIn)
      .annotate(OpenApi.Summary, "Your notices, newest first"),
    HttpApiEndpoint.post("read", "/notices/read", {
      /** The newest notice that was read; all by default. */
      payload: Schema.Struct({ upTo: Schema.optionalKey(NoticeId) }),
      success: success(Schema.Struct({ read: Schema.Int }))
    })
      .annotate(DeclaredAccess, signedIn)
      .annotate(OpenApi.Transform, withExample({ upTo: 12 }))
      .annotate(OpenApi.Summary, "Mark your notices as read"),
    HttpApiEndpoint.post("broadcast", "/notices/broadcast", {
      payload: Schema.Struct({
        audience: BroadcastAudience.Id,
        message: StorableText(4 * longestAnnouncement),
        kind: Schema.optionalKey(Schema.Literals(noticeKinds)),
        toCompanyID: Schema.optionalKey(CompanyId),
        toUserID: Schema.optionalKey(UserId)
      }),
      success: success(Schema.Struct({ noticeID: NoticeId, recipients: Schema.Int })),
      error: [wire(BroadcastRefused), wire(CompanyNotFound)]
    })
      .annotate(DeclaredAccess, writes(Area.id.Users, { roles: announcingRoles }))
      .annotate(DeclaredOnce, true)
      .annotate(OpenApi.Transform, withExample({ audience: 1, message: "Lockdesk restarts at 9 pm." }))
      .annotate(OpenApi.Summary, "Send an announcement to everyone, a company or one user")
  )
  .annotate(OpenApi.Description, "Notices in each user's inbox") {}
