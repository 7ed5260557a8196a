import { Effect } from "effect"
import type { Call } from "#cli/Call.ts"
import { facilityOf } from "#cli/input/facilityInput.ts"

/** What was typed, with the facilities that these inputs name, separated by commas, as their ids. */
export const withFacilities = Effect.fnUntraced(function* (call: Call, keys: ReadonlyArray<string>) {
  const given: Record<string, string | true | undefined> = { ...call.given }
  for (const key of keys) {
    const typed = given[key]
    if (typeof typed !== "string") continue
    const names = typed.split(",").filter((name) => name.trim() !== "")
    const found = yield* Effect.forEach(names, (name) => facilityOf(name))
    given[key] = found.map(({ facilityID }) => String(facilityID)).join(",")
  }
  return { ...call, given } satisfies Call
})
