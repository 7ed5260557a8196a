import { Effect } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { DryRun } from "#core/auth/DryRun.ts"
import type { Connection } from "./ApiClient.ts"

/**
 * An HttpClient that sends each request to the host, with the current token and the company acted for, and with the
 * dry-run flag during a dry run. If a call names a company, that one is kept.
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
