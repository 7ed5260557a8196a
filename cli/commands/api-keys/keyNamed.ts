import { Effect } from "effect"
import type { ApiKey } from "#core/apikeys/ApiKey.ts"
import type { ApiKeyId } from "#core/base/ids.ts"
import { listApiKeys } from "#core/commands/apiKeyCommands.ts"
import { runOf } from "#core/commands/runOf.ts"

/** An API key in a confirmation: its number and name. */
export const keyName = (key: ApiKey | undefined, id: ApiKeyId): string =>
  key === undefined ? `API key ${id}` : `API key ${id} (${key.name})`

/** The same, read from the server. */
export const keyNamed = (id: ApiKeyId) =>
  Effect.map(runOf(listApiKeys)({}), ({ data }) =>
    keyName(
      data.find((each) => each.id === id),
      id
    )
  )
