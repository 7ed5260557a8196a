import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#core/api/Api.ts"
import { Session } from "#core/api/Guard.ts"
import { defaultResultCount } from "#core/fms/FmsRun.ts"
import { succeeded } from "#core/base/paging.ts"
import { realInstant } from "../http/realInstant.ts"
import { FmsRuns } from "./FmsRuns.ts"
import { FmsTests } from "./FmsTests.ts"

export const FmsTestsHttp = HttpApiBuilder.group(
  Api,
  "fms",
  Effect.fn(function* (handlers) {
    const tests = yield* FmsTests
    const runs = yield* FmsRuns
    return handlers.handleAll({
      lastResults: Effect.fnUntraced(function* () {
        const { user } = yield* Session
        const last = yield* tests.last(user)
        return {
          success: true as const,
          data: Object.fromEntries(last.map((result) => [String(result.facilityID), result]))
        }
      }),
      test: Effect.fnUntraced(function* ({ payload }) {
        const { user } = yield* Session
        const { changedSince, ...request } = payload
        const changed = yield* realInstant("changedSince", changedSince)
        const run = yield* runs.start(user, { ...request, ...(changed === undefined ? {} : { changedSince: changed }) })
        return succeeded(run)
      }),
      run: Effect.fnUntraced(function* ({ params }) {
        const { user } = yield* Session
        return succeeded(yield* runs.show(user, params.id))
      }),
      results: Effect.fnUntraced(function* ({ query: { since, runID, facilityID, latest, from, count } }) {
        const { user } = yield* Session
        const earliest = yield* realInstant("since", since)
        const query = { since: earliest, runID, facilityID, latest, from, count: count ?? defaultResultCount }
        return succeeded(yield* tests.results(user, query))
      }),
      validate: Effect.fnUntraced(function* ({ payload: { facilityID, managementSoftware, mode, ...fields } }) {
        const { user } = yield* Session
        const draft = { facilityID: facilityID ?? null, managementSoftware, mode: mode ?? undefined, fields }
        return succeeded(yield* tests.validate(user, draft))
      })
    })
  })
)
