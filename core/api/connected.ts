import { Effect } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { DryRun } from "#core/auth/DryRun.ts"
import type { Connection } from "./ApiClient.ts"

/**
 * An HttpClient that sends to the host, with the token that is there then and the company that is acted for; in a dry run
 * it changes nothing. A call that names a company itself keeps it.
 */
export const connected = (
  transport: HttpClient.HttpClient,
  { host, token, companyID = () => null }: Connection
): HttpClient.HttpClient =>
  HttpClient.mapRequestEffect(transport, (request) =>
    Effect.map(DryRun, (dryRun) => {
      const placed = HttpClientRequest.prependUrl(request, host)
      const changes = request.method !== "GET" && request.method !== "HEAD"
      const sent = dryRun && changes ? HttpClientRequest.appendUrlParam(placed, "dryRun", "true") : placed
      const now = token()
      if (now === null) return sent
      const signed = HttpClientRequest.setHeader(sent, "authorization", now)
      const company = companyID()
      return company === null || request.urlParams.params.some(([name]) => name === "companyID")
        ? signed
        : HttpClientRequest.appendUrlParam(signed, "companyID", String(company))
    })
  )
