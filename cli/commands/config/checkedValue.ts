import { Effect } from "effect"
import type { ApiClient } from "#core/api/ApiClient.ts"
import type { Call } from "#cli/Call.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { companyOf } from "#cli/input/companyInput.ts"
import { facilityOf } from "#cli/input/facilityInput.ts"
import { failureOf } from "#cli/output/failureOf.ts"

/** A value as it is kept, and why the server did not check it; null where it did or there is nothing to check. */
export interface CheckedValue {
  readonly value: string
  readonly unchecked: string | null
}

/** Ends that say nothing about the value: nobody is signed in, or the server is not there. */
const notAsked: ReadonlySet<number> = new Set([exitCodes.signedOut, exitCodes.network])

/** What a person named, by its id where that was typed and by its whole name otherwise: later names can't make it ambiguous. */
const asKept = (typed: string, id: number, name: string): string => (typed.trim() === String(id) ? String(id) : name)

const lookups: Partial<Readonly<Record<string, (typed: string) => Effect.Effect<string, unknown, ApiClient>>>> = {
  company: (typed) =>
    Effect.map(companyOf(typed), ({ companyID, companyName }) => asKept(typed, companyID, companyName)),
  facility: (typed) =>
    Effect.map(facilityOf(typed), ({ facilityID, facilityName }) => asKept(typed, facilityID, facilityName))
}

/** The value of a setting that names a company or a facility, looked up on the server. Fails when there is no such one. */
export const checkedValue = (
  name: string,
  typed: string,
  call: Call
): Effect.Effect<CheckedValue, unknown, ApiClient> => {
  const lookup = lookups[name]
  if (lookup === undefined || typed === "") return Effect.succeed({ value: typed, unchecked: null })
  const { company, host } = call.target()
  // The call asks for the facilities of the user's own company.
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
