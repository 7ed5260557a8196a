import { Effect } from "effect"
import type { ApiKeyId } from "#core/base/ids.ts"
import { listApiKeys } from "#core/commands/apiKeyCommands.ts"
import { runOf } from "#core/commands/runOf.ts"

/** An API key in a confirmation: its number and name. */
export const keyNamed = (id: ApiKeyId) =>
  Effect.map(runOf(listApiKeys)({}), ({ data }) => {
    const key = data.find((each) => each.id === id)
    return key === undefined ? `API key ${id}` : `API key ${id} (${key.name})`
  })
