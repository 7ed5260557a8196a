import { Effect } from "effect"
import type { ApiClient } from "#core/api/ApiClient.ts"
import { findNamed, type Named, typedNumber } from "#core/base/findNamed.ts"
import { listApiKeys } from "#core/commands/apiKeyCommands.ts"
import { runOf } from "#core/commands/runOf.ts"
import { listWebhooks } from "#core/commands/webhookCommands.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { Failure } from "#cli/output/Failure.ts"

interface Kind {
  readonly noun: string
  readonly code: string
  readonly list: string
  /** All of them, by name. */
  readonly all: Effect.Effect<ReadonlyArray<Named>, unknown, ApiClient>
}

const kinds = {
  apiKey: {
    noun: "API key",
    code: "ApiKey",
    list: "lockdesk api-keys ls",
    all: Effect.map(
      Effect.suspend(() => runOf(listApiKeys)({})),
      ({ data }) => data
    )
  },
  webhook: {
    noun: "webhook",
    code: "Webhook",
    list: "lockdesk webhooks ls",
    all: Effect.map(
      Effect.suspend(() => runOf(listWebhooks)({})),
      ({ data }) => data.map(({ id, url }) => ({ id, name: url }))
    )
  }
} as const satisfies Readonly<Record<string, Kind>>

/** All API keys or webhooks by name. */
export const allNamed = (kind: keyof typeof kinds): Effect.Effect<ReadonlyArray<Named>, unknown, ApiClient> =>
  kinds[kind].all

/** The number of an API key or webhook, by number or full name. */
export const numberOf = Effect.fnUntraced(function* (
  kind: keyof typeof kinds,
  typed: string
): Effect.fn.Return<number, unknown, ApiClient> {
  const number = typedNumber(typed)
  if (number !== null) return number
  const { noun, code, list } = kinds[kind]
  const found = findNamed(yield* allNamed(kind), typed)
  const [one, ...others] = found
  if (one !== undefined && others.length === 0) return one.id
  return yield* Effect.fail(
    one === undefined
      ? new Failure({
          code: `${code}NotFound`,
          message: `There is no ${noun} '${typed}'.`,
          next: `See ${list}.`,
          exit: exitCodes.notFound,
          field: "id"
        })
      : new Failure({
          code: `Ambiguous${code}`,
          message: `${found.length} ${noun}s are named '${typed}'.`,
          next: "Use the number instead.",
          exit: exitCodes.conflict,
          field: "id",
          candidates: found.map(({ id, name }) => `${id}  ${name}`)
        })
  )
})
