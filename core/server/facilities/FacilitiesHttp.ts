import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#core/api/Api.ts"
import { Session } from "#core/api/Guard.ts"
import { unverifiedNotice } from "#core/fms/FmsTestResult.ts"
import { succeeded } from "#core/base/paging.ts"
import { Addresses } from "../addresses/Addresses.ts"
import { Facilities } from "./Facilities.ts"
import { FacilityWrites, type SavedFacility } from "./FacilityWrites.ts"

const present = ({ facility, unverified, unchanged = false }: SavedFacility) => ({
  success: true as const,
  ...(unchanged ? { unchanged } : {}),
  data: facility,
  ...(unverified === null ? {} : { message: unverifiedNotice(unverified).join(" "), unverified })
})

export const FacilitiesHttp = HttpApiBuilder.group(
  Api,
  "facilities",
  Effect.fn(function* (handlers) {
    const facilities = yield* Facilities
    const writes = yield* FacilityWrites
    const addresses = yield* Addresses
    return handlers.handleAll({
      list: Effect.fnUntraced(function* () {
        const { user } = yield* Session
        return succeeded(yield* facilities.list(user))
      }),
      addresses: Effect.fnUntraced(function* ({ query: { text } }) {
        return succeeded(yield* addresses.find(text))
      }),
      show: Effect.fnUntraced(function* ({ params }) {
        const { user } = yield* Session
        return succeeded(yield* facilities.show(user, params.id))
      }),
      add: Effect.fnUntraced(function* ({ payload }) {
        const { user } = yield* Session
        return present(yield* writes.add(user, payload))
      }),
      update: Effect.fnUntraced(function* ({ payload }) {
        const { user } = yield* Session
        return present(yield* writes.update(user, payload))
      }),
      remove: Effect.fnUntraced(function* ({ params }) {
        const { user } = yield* Session
        const locks = yield* writes.remove(user, params.id)
        const answer = succeeded({ facilityID: params.id, locksToInventory: locks ?? 0 })
        return { ...answer, ...(locks === null ? { unchanged: true as const } : {}) }
      }),
      toggleApi: Effect.fnUntraced(function* ({ query: { facilityID, state } }) {
        const { user } = yield* Session
        const { unchanged, ...data } = yield* writes.toggleApi(user, facilityID, state)
        return { success: true as const, ...(unchanged ? { unchanged } : {}), data: { facilityID, ...data } }
      })
    })
  })
)
