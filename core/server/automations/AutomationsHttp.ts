import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Malformed } from "#core/api/ApiErrors.ts"
import { Api } from "#core/api/Api.ts"
import { Session } from "#core/api/Guard.ts"
import type { AutomationProfile } from "#core/automations/AutomationProfile.ts"
import { deliveryIssue } from "#core/automations/UnlockDelivery.ts"
import { succeeded } from "#core/base/paging.ts"
import { Automations } from "./Automations.ts"
import { UnlockDeliveries } from "./UnlockDeliveries.ts"

interface Edited<Action> {
  readonly status: Action
  readonly was?: Action
}

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
    /** Sets one action. Without `was`, the edit is never refused. */
    const changing = <Field extends keyof AutomationProfile>(field: Field) =>
      Effect.fnUntraced(function* ({
        payload: { status, was }
      }: {
        readonly payload: Edited<AutomationProfile[Field]>
      }) {
        const { user } = yield* Session
        const one = (action: AutomationProfile[Field]): Partial<AutomationProfile> => ({ [field]: action })
        return updated(yield* automations.change(user, one(status), was === undefined ? {} : one(was)))
      })
    return handlers.handleAll({
      profile: Effect.fnUntraced(function* () {
        const { user } = yield* Session
        return succeeded(yield* automations.profile(user))
      }),
      setVacant: changing("vacantReleaseAction"),
      setOverlock: changing("overlockReleaseAction"),
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
