import { Effect } from "effect"
import type { ApiClient } from "#core/api/ApiClient.ts"
import type { Call } from "#cli/Call.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { companyOf } from "#cli/input/companyInput.ts"
import { facilityOf } from "#cli/input/facilityInput.ts"
import { companyText } from "#cli/local/Settings.ts"
import { failureOf } from "#cli/output/failureOf.ts"

/** A value to store, and why the server did not check it; null if it did, or if nothing has to be checked. */
export interface CheckedValue {
  readonly value: string
  /** The name of the company whose ID is stored. */
  readonly name?: string
  readonly unchecked: string | null
}

/** Failures unrelated to the value: no one is signed in, or the server is unreachable. */
const notAsked: ReadonlySet<number> = new Set([exitCodes.signedOut, exitCodes.network])

type Found = Pick<CheckedValue, "value" | "name">

const lookups: Partial<Readonly<Record<string, (typed: string) => Effect.Effect<Found, unknown, ApiClient>>>> = {
  // Stored by ID, because a later company may have the same name.
  company: (typed) =>
    Effect.map(companyOf(typed), ({ companyID, companyName }) => ({ value: String(companyID), name: companyName })),
  // Stored by its full name, which is unique in a company, unless the ID was typed.
  facility: (typed) =>
    Effect.map(facilityOf(typed), ({ facilityID, facilityName }) => ({
      value: typed.trim() === String(facilityID) ? String(facilityID) : facilityName
    }))
}

/** Looks up a setting that names a company or facility on the server. Fails if there is none. */
export const checkedValue = (
  name: string,
  typed: string,
  call: Call
): Effect.Effect<CheckedValue, unknown, ApiClient> => {
  const lookup = lookups[name]
  if (lookup === undefined || typed === "") return Effect.succeed({ value: typed, unchecked: null })
  const { company, companyFrom, profile, host } = call.target()
  // The call returns the facilities of the user's own company.
  if (name === "facility" && company !== null) {
    const actsFor = companyFrom === "setting" ? companyText(call.settings.profiles?.[profile] ?? { host }) : company
    return Effect.succeed({ value: typed, unchecked: `This profile acts for ${actsFor}.` })
  }
  return Effect.matchEffect(lookup(typed), {
    onSuccess: (found) => Effect.succeed({ ...found, unchecked: null }),
    onFailure: (error) => {
      const { facts } = failureOf(error, host)
      if (!notAsked.has(facts.exit)) return Effect.fail(error)
      const signedOut = `Nobody is signed in to ${host}. Sign in and set it again to check it.`
      return Effect.succeed({ value: typed, unchecked: facts.exit === exitCodes.signedOut ? signedOut : facts.message })
    }
  })
}
