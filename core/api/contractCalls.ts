import { Effect } from "effect"
import type { HttpClient } from "effect/http"
import { HttpApiClient, type HttpApiGroup } from "effect/http-api"
import { apiGroups } from "./apiGroups.ts"
import type { Call, Prepare } from "./Call.ts"
import { contractOf } from "./contractOf.ts"

/** Calls as the contract describes them: its own client, one call at a time. */
export const contractCalls =
  (httpClient: HttpClient.HttpClient): Prepare =>
  async (group, endpoint) => {
    const contract = contractOf((await apiGroups[group]()) as HttpApiGroup.Top)
    return Effect.runSync(HttpApiClient.endpoint(contract, { group, endpoint: endpoint as never, httpClient })) as Call
  }
