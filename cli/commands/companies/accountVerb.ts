import { Effect } from "effect"
import type { Call, Verb } from "#cli/commands/Verb.ts"
import { companyOf } from "#cli/input/companyInput.ts"

/** A verb about a company that is named: by its id, its name, or a part that only one name has. */
export const accountVerb = (verb: Verb): Verb => ({
  ...verb,
  run: Effect.fnUntraced(function* (call: Call) {
    const typed = call.given["account"]
    if (typeof typed !== "string") return yield* verb.run(call)
    const { companyID } = yield* companyOf(typed)
    return yield* verb.run({ ...call, given: { ...call.given, account: String(companyID) } })
  })
})
