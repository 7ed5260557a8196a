import { Effect } from "effect"
import { createApiKey, editApiKey, listApiKeys } from "#core/commands/apiKeyCommands.ts"
import { runOf } from "#core/commands/runOf.ts"
import { findNamed } from "#core/base/findNamed.ts"
import type { Call } from "#cli/Call.ts"
import { createdOnce } from "#cli/commands/createdOnce.ts"
import { triedSecret } from "#cli/commands/triedSecret.ts"
import { callVerb, verbOf } from "#cli/commands/Verb.ts"
import { shownRecord } from "#cli/output/shown.ts"
import { keyFacts, secretFacts } from "./apiKeyColumns.ts"
import { facilitiesGiven } from "./facilitiesGiven.ts"
import { unseenKey } from "./unseenKey.ts"

const once = createdOnce(
  createApiKey,
  "ApiKeyNameTaken",
  Effect.fnUntraced(function* ({ mayReveal, ...form }) {
    const { data } = yield* runOf(listApiKeys)({})
    const [existing] = findNamed(data, form.name)
    if (existing === undefined) return null
    const reveals = mayReveal === undefined ? {} : { mayReveal: mayReveal ? ("yes" as const) : ("no" as const) }
    return yield* runOf(editApiKey)({ ...form, ...reveals, id: existing.id, active: "yes" })
  })
)

const command = {
  ...once,
  unchanged: `${once.unchanged} Its secret isn't shown again. Use lockdesk api-keys show, or rotate if secrets aren't kept.`
}

const plain = callVerb(command, ({ data }, _, call) =>
  "oldSecret" in data ? shownRecord(triedSecret(call, data), secretFacts(data)) : shownRecord(data, keyFacts)
)

export const verb = verbOf(command, {
  unseen: (call) => unseenKey(call, "The key may exist, with a secret that you haven't seen."),
  run: (call: Call) => Effect.flatMap(facilitiesGiven(call), plain.run)
})
