import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Malformed } from "#core/api/ApiErrors.ts"
import { Api } from "#core/api/Api.ts"
import { Session } from "#core/api/Guard.ts"
import { deliveryIssue } from "#core/automations/UnlockDelivery.ts"
import { succeeded } from "#core/base/paging.ts"
import { Automations } from "./Automations.ts"
import { UnlockDeliveries } from "./UnlockDeliveries.ts"

/** The response to a change of automations (002 §8). */
const updated = ({ profile, unchanged }: Effect.Success<ReturnType<Automations["Service"]["change"]>>) => ({
  success: true as const,
  message: "Successfully updated",
  ...(unchanged ? { unchanged } : {}),
  data: profile
})

export const AutomationsHttp = HttpApiBuilder.group(
  Api,
  "automations",
  Effect.fn(function* (handlers) {
    const automations = yield* Automations
    const deliveries = yield* UnlockDeliveries
    return handlers.handleAll({
      profile: Effect.fnUntraced(function* () {
        const { user } = yield* Session
        return succeeded(yield* automations.profile(user))
      }),
      setVacant: Effect.fnUntraced(function* ({ payload: { status, was } }) {
        const { user } = yield* Session
        return updated(
          yield* automations.change(
            user,
            { vacantReleaseAction: status },
            was === undefined ? {} : { vacantReleaseAction: was }
          )
        )
      }),
      setOverlock: Effect.fnUntraced(function* ({ payload: { status, was } }) {
        const { user } = yield* Session
        return updated(
          yield* automations.change(
            user,
            { overlockReleaseAction: status },
            was === undefined ? {} : { overlockReleaseAction: was }
          )
        )
      }),
      unlockDelivered: Effect.fnUntraced(function* ({ payload }) {
        const issue = deliveryIssue(payload)
        // Every call declares Malformed.
        if (issue !== null) return yield* Effect.die(new Malformed({ data: { issues: [issue] } }))
        const { user } = yield* Session
        return succeeded(yield* deliveries.delivered(user, payload))
      })
    })
  })
)
