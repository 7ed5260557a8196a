import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#core/api/Api.ts"
import { Session } from "#core/api/Guard.ts"
import { subdomainWords } from "#core/subdomains/subdomainWords.ts"
import { succeeded } from "#core/base/paging.ts"
import { Limiter } from "../auth/Limiter.ts"
import { addressOf } from "../http/callFacts.ts"
import { networkOf } from "../http/trustedProxies.ts"
import { Uploads } from "../http/Uploads.ts"
import { type Limit, Settings } from "../Settings.ts"
import { Logos } from "./Logos.ts"
import { Portals } from "./Portals.ts"
import { readLogoForm } from "./readLogoForm.ts"
import { type SavedSubdomain, Subdomains } from "./Subdomains.ts"

/** Portal requests per network, so that no one can list our customers by trying names. */
const portalsPerNetwork: Limit = { times: 120, seconds: 60 }

const present = (message: string, { subdomain, unchanged }: SavedSubdomain) => ({
  success: true as const,
  ...(unchanged ? { unchanged } : { message }),
  data: subdomain
})

export const SubdomainsHttp = HttpApiBuilder.group(
  Api,
  "subdomains",
  Effect.fn(function* (handlers) {
    const subdomains = yield* Subdomains
    const logos = yield* Logos
    const portals = yield* Portals
    const uploads = yield* Uploads
    const limiter = yield* Limiter
    const { trustedProxies } = yield* Settings
    return handlers.handleAll({
      list: Effect.fnUntraced(function* () {
        const { user } = yield* Session
        return succeeded(yield* subdomains.list(user))
      }),
      create: Effect.fnUntraced(function* ({ payload }) {
        const { user } = yield* Session
        const { subdomain, moved } = yield* subdomains.create(user, payload)
        return { success: true as const, message: subdomainWords.added, data: subdomain, moved }
      }),
      update: Effect.fnUntraced(function* ({ payload }) {
        const { user } = yield* Session
        const edited = yield* subdomains.update(user, payload)
        return { ...present(subdomainWords.updated, edited), before: edited.before, moved: edited.moved }
      }),
      checkUrl: Effect.fnUntraced(function* ({ query: { url, subdomainId = null } }) {
        const { user } = yield* Session
        return succeeded({ subdomainUrl: yield* subdomains.checkUrl(user, url, subdomainId) })
      }),
      uploadLogo: Effect.fnUntraced(function* ({ payload, query: { subdomainId } }) {
        const { user } = yield* Session
        yield* logos.begin(user, subdomainId)
        const saved = yield* uploads.one(
          user.companyID,
          Effect.flatMap(readLogoForm(payload), (image) => logos.set(user, subdomainId, image))
        )
        return present(subdomainWords.logo, saved)
      }),
      portal: Effect.fnUntraced(function* ({ params: { subdomainUrl }, request }) {
        yield* limiter.takeHere(`portal from ${networkOf(addressOf(request, trustedProxies))}`, portalsPerNetwork)
        return succeeded(yield* portals.find(subdomainUrl))
      })
    })
  })
)
