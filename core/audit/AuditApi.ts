import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { DeclaredAccess, reads, signedIn } from "#core/auth/Access.ts"
import { Area } from "#core/auth/permissions.ts"
import { Instant } from "#core/base/ids.ts"
import { companyQuery, mostNewest, newestFirst, success } from "#core/base/paging.ts"
import { AuditRecord, AuditVerification } from "./AuditRecord.ts"

const Seq = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }))

export class AuditApi extends HttpApiGroup.make("audit")
  .add(
    HttpApiEndpoint.get("list", "/audit", {
      query: {
        ...companyQuery,
        /** Records with a smaller sequence number, newest first; with oldest-first `order`, records with a greater one. */
        from: Schema.optional(Seq),
        order: Schema.optional(Schema.Literals(["newest", "oldest"])),
        count: Schema.optional(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: mostNewest }))),
        action: Schema.optional(Schema.String.check(Schema.isMaxLength(60))),
        /** A serial code, or an email address of at most 320 characters. */
        subject: Schema.optional(Schema.String.check(Schema.isMaxLength(320)))
      },
      success: Schema.Struct({
        success: Schema.Literal(true),
        data: Schema.Array(AuditRecord),
        totalCount: Schema.Int
      })
    })
      .annotate(DeclaredAccess, reads(Area.id.Reports))
      .annotate(OpenApi.Summary, "Records of the audit log"),
    HttpApiEndpoint.get("own", "/audit/own", {
      query: newestFirst(Seq, mostNewest),
      success: Schema.Struct({
        success: Schema.Literal(true),
        data: Schema.Array(AuditRecord),
        /** The server's time. A client whose clock is off finds the records of its own calls by it. */
        now: Instant
      })
    })
      .annotate(DeclaredAccess, signedIn)
      .annotate(OpenApi.Summary, "Records of your own actions, newest first"),
    HttpApiEndpoint.get("verify", "/audit/verify", { query: companyQuery, success: success(AuditVerification) })
      .annotate(DeclaredAccess, reads(Area.id.Reports))
      .annotate(OpenApi.Summary, "Verify the chain of the audit log")
  )
  .annotate(OpenApi.Description, "The audit log") {}
