import { Clock, Effect } from "effect"
import type { ApiKey, ApiKeyWithSecret } from "#core/apikeys/ApiKey.ts"
import { areasText, facilitiesText, keyState } from "#core/apikeys/apiKeyRules.ts"
import type { Column } from "#cli/output/table.ts"
import { timeText } from "#cli/output/timeText.ts"

const stateOf = (key: ApiKey): string => keyState(key, Effect.runSync(Clock.currentTimeMillis))

/** The columns of the list (002 §2), and the last use of each key. */
export const keyColumns: ReadonlyArray<Column<ApiKey>> = [
  { heading: "Key", text: (key) => String(key.id), shrinks: "never" },
  { heading: "Name", text: (key) => key.name },
  { heading: "Public key", text: (key) => key.key, shrinks: "never" },
  { heading: "Secret", text: (key) => key.secret, shrinks: "first" },
  { heading: "Facilities", text: facilitiesText, shrinks: "never" },
  { heading: "State", text: stateOf, shrinks: "never" },
  { heading: "Last used", text: (key) => timeText(key.lastUsedOn, "never") }
]

export const keyFacts: ReadonlyArray<Column<ApiKey>> = [
  ...keyColumns.filter(({ heading }) => heading !== "Secret"),
  { heading: "Areas", text: ({ areas }) => areasText(areas) },
  { heading: "May reveal", text: ({ mayReveal }) => (mayReveal ? "yes" : "no") },
  { heading: "Expires", text: ({ expiresOn, lastDay }) => lastDay ?? timeText(expiresOn, "never") }
]

/** A key with its secret, only right after the user requested it; the previous secret only while it still works. */
export const secretFacts = ({
  oldSecret,
  oldSecretUntil
}: ApiKeyWithSecret): ReadonlyArray<Column<ApiKeyWithSecret>> => [
  ...keyFacts,
  { heading: "Secret", text: ({ secret }) => secret },
  ...(oldSecret === null ? [] : [{ heading: "Old secret", text: () => oldSecret }]),
  ...(oldSecretUntil === null ? [] : [{ heading: "Old until", text: () => timeText(oldSecretUntil) }])
]
