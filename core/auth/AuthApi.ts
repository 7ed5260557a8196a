import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { withExample } from "#core/base/withExample.ts"
import { companyQuery, success } from "#core/base/paging.ts"
import { wire } from "#core/base/problem.ts"
import { FeatureFlag } from "#core/companies/featureFlags.ts"
import { DeclaredDryRun } from "./DryRun.ts"
import { anybody, DeclaredAccess, DeclaredForKeys, signedIn } from "./Access.ts"
import { LinkExpired, PasswordRefused, TooManyRequests, WrongCredentials } from "./AuthErrors.ts"
import { LoggedInUser } from "./LoggedInUser.ts"

const SignInText = Schema.String.check(Schema.isMaxLength(320))

/** Body of a sign-in (000 §7). `isAuth` re-authenticates the session of the Authorization header instead. */
export const Credentials = Schema.Struct({
  email: SignInText,
  password: SignInText,
  /** Keeps a browser's session alive without requests for thirty days, even while the browser is closed. */
  rememberMe: Schema.optional(Schema.Boolean),
  isAuth: Schema.optional(Schema.Boolean),
  /** The kind of client that signs in: browsers follow the company's web timeout, terminals have their own expiry. */
  client: Schema.optional(Schema.Literals(["web", "terminal"]))
})
export type Credentials = typeof Credentials.Type

/** The response to a sign-in: the user, and the token, which is never sent again. */
export const SignedIn = Schema.Struct({ token: Schema.String, user: LoggedInUser })
export type SignedIn = typeof SignedIn.Type

/** The one-time id from a link: 256 random bits in base64url. */
const Uid = Schema.String.check(Schema.isMaxLength(200))

export class AuthApi extends HttpApiGroup.make("auth")
  .add(
    HttpApiEndpoint.post("login", "/auth/login", {
      payload: Credentials,
      success: success(SignedIn),
      error: [wire(WrongCredentials), wire(TooManyRequests)]
    })
      .annotate(DeclaredAccess, anybody)
      .annotate(OpenApi.Transform, withExample({ email: "admin@maple.example.com", password: "quiet-harbor-27" }))
      .annotate(OpenApi.Summary, "Sign in, or re-authenticate with isAuth"),
    HttpApiEndpoint.post("logout", "/auth/logout", { success: success(Schema.Null) })
      .annotate(DeclaredDryRun, "none")
      .annotate(DeclaredAccess, signedIn)
      .annotate(OpenApi.Summary, "End this session"),
    HttpApiEndpoint.get("user", "/auth/user", { query: companyQuery, success: success(LoggedInUser) })
      .annotate(DeclaredAccess, signedIn)
      .annotate(DeclaredForKeys, true)
      .annotate(OpenApi.Summary, "The logged-in user, or the API key"),
    HttpApiEndpoint.get("tokenFromUser", "/auth/token-from-user", {
      success: success(Schema.Struct({ uid: Uid }))
    })
      .annotate(DeclaredAccess, signedIn)
      .annotate(OpenApi.Summary, "Get a one-time uid that signs this user in elsewhere"),
    HttpApiEndpoint.get("userFromToken", "/auth/user-from-token", {
      query: { uid: Uid, ...companyQuery },
      success: success(SignedIn),
      error: [wire(LinkExpired), wire(TooManyRequests)]
    })
      .annotate(DeclaredAccess, anybody)
      .annotate(OpenApi.Summary, "Sign in by uid"),
    HttpApiEndpoint.get("store", "/auth/store", { success: success(Schema.String) })
      .annotate(DeclaredAccess, anybody)
      .annotate(OpenApi.Summary, "The address of the store"),
    HttpApiEndpoint.put("forgotPassword", "/auth/forgot-password", {
      query: {
        /** The set-password page of the requesting console; the link in the email leads there. */
        resetLink: Schema.String.check(Schema.isMaxLength(2000))
      },
      payload: Schema.Struct({ email: SignInText }),
      success: success(Schema.Null),
      error: [wire(TooManyRequests)]
    })
      .annotate(DeclaredAccess, anybody)
      .annotate(OpenApi.Transform, withExample({ email: "admin@maple.example.com" }))
      .annotate(OpenApi.Summary, "Send a password reset link; the response is the same for an unknown email"),
    HttpApiEndpoint.put("updatePasswordWithToken", "/auth/update-password-with-token", {
      payload: Schema.Struct({ uid: Uid, password: SignInText }),
      success: success(Schema.Null),
      error: [wire(LinkExpired), wire(PasswordRefused), wire(TooManyRequests)]
    })
      .annotate(DeclaredAccess, anybody)
      .annotate(OpenApi.Transform, withExample({ uid: "the uid of the link in the mail", password: "quiet-harbor-27" }))
      .annotate(OpenApi.Summary, "Set a password with a one-time link"),
    HttpApiEndpoint.get("featureFlag", "/utils/feature-flag", {
      query: { flag: FeatureFlag, ...companyQuery },
      success: success(Schema.Boolean)
    })
      .annotate(DeclaredAccess, signedIn)
      .annotate(DeclaredForKeys, true)
      .annotate(OpenApi.Summary, "Whether a feature flag is on for the company")
  )
  .annotate(OpenApi.Description, "Sessions and permissions") {}
