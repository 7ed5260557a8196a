import { Effect, Layer } from "effect"
import { HttpServerRequest } from "effect/http"
import { ServerFault } from "#core/api/ApiErrors.ts"
import { type CurrentSession, Guard, Session } from "#core/api/Guard.ts"
import { declaredAccess } from "#core/auth/Access.ts"
import { CompanyNotFound, SignedOut } from "#core/auth/AuthErrors.ts"
import { accessRefusal } from "#core/auth/accessRules.ts"
import { Sessions } from "../auth/Sessions.ts"
import { tokenOf } from "./callFacts.ts"

const companyOf = (value: string | ReadonlyArray<string> | undefined): number | undefined =>
  typeof value === "string" && /^[1-9]\d{0,8}$/.test(value) ? Number(value) : undefined

/** Behind a public endpoint there is no session; whoever asks for one there is a defect. */
const noSession = new Proxy({} as CurrentSession, {
  get() {
    throw new Error("a public call has no session")
  }
})

/** The guard: every endpoint's declared access, checked against the session of the token, before anything else runs. */
export const GuardLive = Layer.effect(
  Guard,
  Effect.gen(function* () {
    const sessions = yield* Sessions
    return (call, { endpoint }) => {
      const access = declaredAccess(endpoint)
      // Never open: an endpoint that declares nothing is a defect of ours.
      if (access === null) return Effect.die(new Error(`${endpoint.identifier} declares no access`, { cause: new ServerFault() }))
      if (access.kind === "public") return Effect.provideService(call, Session, noSession)
      return Effect.gen(function* () {
        const token = tokenOf(yield* HttpServerRequest.HttpServerRequest)
        if (token === null) return yield* new SignedOut()
        const companyID = companyOf((yield* HttpServerRequest.ParsedSearchParams)["companyID"])
        const session = yield* sessions.find(token, companyID)
        if (session === null) {
          const own = companyID === undefined ? null : yield* sessions.find(token, undefined)
          if (own === null || companyID === undefined) return yield* new SignedOut()
          return yield* new CompanyNotFound({ data: { companyID } })
        }
        const refusal = accessRefusal(session.user, access)
        if (refusal !== null) return yield* refusal
        return yield* Effect.provideService(call, Session, session)
      })
    }
  })
)
