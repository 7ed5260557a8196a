import { Effect } from "effect"
import type { ApiClient } from "#core/api/ApiClient.ts"
import type { Call } from "#cli/Call.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { companyOf } from "#cli/input/companyInput.ts"
import { facilityOf } from "#cli/input/facilityInput.ts"
import { failureOf } from "#cli/output/failureOf.ts"

/** A value to store, and why the server did not check it; null if it did, or if nothing has to be checked. */
export interface CheckedValue {
  readonly value: string
  readonly unchecked: string | null
}

/** Failures unrelated to the value: no one is signed in, or the server is unreachable. */
const notAsked: ReadonlySet<number> = new Set([exitCodes.signedOut, exitCodes.network])

/** The stored form of a name: its id if that was typed, otherwise the full name, which later names can't make ambiguous. */
const asKept = (typed: string, id: number, name: string): string => (typed.trim() === String(id) ? String(id) : name)

const lookups: Partial<Readonly<Record<string, (typed: string) => Effect.Effect<string, unknown, ApiClient>>>> = {
  company: (typed) =>
    Effect.map(companyOf(typed), ({ companyID, companyName }) => asKept(typed, companyID, companyName)),
  facility: (typed) =>
    Effect.map(facilityOf(typed), ({ facilityID, facilityName }) => asKept(typed, facilityID, facilityName))
}

/** Looks up a setting that names a company or facility on the server. Fails if there is none. */
export const checkedValue = (
  name: string,
  typed: string,
  call: Call
): Effect.Effect<CheckedValue, unknown, ApiClient> => {
  const lookup = lookups[name]
  if (lookup === undefined || typed === "") return Effect.succeed({ value: typed, unchecked: null })
  const { company, host } = call.target()
  // The call returns the facilities of the user's own company.
  if (name === "facility" && company !== null) {
    return Effect.succeed({ value: typed, unchecked: `This profile acts for ${company}.` })
  }
  return Effect.matchEffect(lookup(typed), {
    onSuccess: (value) => Effect.succeed({ value, unchecked: null }),
    onFailure: (error) => {
      const { facts } = failureOf(error, host)
      if (!notAsked.has(facts.exit)) return Effect.fail(error)
      const signedOut = `Nobody is signed in to ${host}. Sign in and set it again to check it.`
      return Effect.succeed({ value: typed, unchecked: facts.exit === exitCodes.signedOut ? signedOut : facts.message })
    }
  })
}
