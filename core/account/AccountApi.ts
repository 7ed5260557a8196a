import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { withExample } from "#core/base/withExample.ts"
import { anybody, DeclaredAccess, signedIn } from "#core/auth/Access.ts"
import { EmailInUse, LinkExpired, PasswordRefused, TooManyRequests } from "#core/auth/AuthErrors.ts"
import { DeclaredDryRun } from "#core/auth/DryRun.ts"
import { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { SentBack } from "#core/auth/SentBack.ts"
import { success } from "#core/base/paging.ts"
import { wire } from "#core/base/problem.ts"
import { AccountRefused, NameChangedMeanwhile, NothingChanged, PasswordNotShown } from "./AccountErrors.ts"

const Text = Schema.String.check(Schema.isMaxLength(320))

const Name = { firstName: Text, lastName: Text }

/** The account after a change. If present, `token` replaces the session's token (002 §4). */
const AccountSaved = success(Schema.Struct({ token: Schema.optionalKey(Schema.String) }))
export type AccountSaved = typeof AccountSaved.Type

export class AccountApi extends HttpApiGroup.make("account")
  .add(
    HttpApiEndpoint.put("updateName", "/auth/update-name", {
      // With `was`, the name when it was opened, a part that isn't changed stays as it is now.
      payload: Schema.Struct({ ...Name, was: Schema.optionalKey(Schema.Struct(Name)) }),
      success: AccountSaved,
      error: [wire(AccountRefused), wire(NothingChanged), wire(NameChangedMeanwhile)]
    })
      .annotate(DeclaredAccess, signedIn)
      .annotate(SentBack, LoggedInUser)
      .annotate(OpenApi.Transform, withExample({ firstName: "Ada", lastName: "Maplethorn" }))
      .annotate(OpenApi.Summary, "Change your own name"),
    HttpApiEndpoint.put("updateEmail", "/auth/update-email", {
      payload: Schema.Struct({ email: Text, confirmEmail: Text }),
      success: AccountSaved,
      error: [
        wire(AccountRefused),
        wire(NothingChanged),
        wire(EmailInUse),
        wire(PasswordNotShown),
        wire(TooManyRequests)
      ]
    })
      .annotate(DeclaredAccess, signedIn)
      .annotate(
        OpenApi.Transform,
        withExample({ email: "ada@maple.example.com", confirmEmail: "ada@maple.example.com" })
      )
      .annotate(OpenApi.Summary, "Send a confirmation link to a new email"),
    HttpApiEndpoint.put("updatePassword", "/auth/update-password", {
      payload: Schema.Struct({ password: Text, confirmPassword: Text }),
      success: AccountSaved,
      error: [wire(AccountRefused), wire(PasswordRefused), wire(PasswordNotShown)]
    })
      .annotate(DeclaredDryRun, "none")
      .annotate(DeclaredAccess, signedIn)
      .annotate(OpenApi.Transform, withExample({ password: "quiet-harbor-27", confirmPassword: "quiet-harbor-27" }))
      .annotate(OpenApi.Summary, "Change your own password; other sessions end, and this one gets a new token"),
    HttpApiEndpoint.put("confirmEmail", "/auth/confirm-email", {
      payload: Schema.Struct({ uid: Schema.String.check(Schema.isMaxLength(200)) }),
      success: success(Schema.Struct({ email: Schema.String })),
      error: [wire(LinkExpired), wire(EmailInUse), wire(TooManyRequests)]
    })
      .annotate(DeclaredAccess, anybody)
      .annotate(OpenApi.Transform, withExample({ uid: "the uid of the link in the mail" }))
      .annotate(OpenApi.Summary, "Confirm a new email with the link that was sent to it")
  )
  .annotate(OpenApi.Description, "Your own account") {}
