import { Arbitrary, Schema } from "effect"
import { roleChoices } from "./attackers.ts"
import type { ContractCall } from "./contractCalls.ts"
import {
  framings,
  hostileAuthorizations,
  hostileJson,
  hostileSegments,
  hostileTexts,
  otherMethods
} from "./hostileValues.ts"

const upTo = (below: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: below - 1 }))

/** One change to a valid request. `key` selects an existing key, or one of a few that don't exist. */
const Edit = Schema.Union([
  Schema.Struct({
    what: Schema.Literal("query"),
    how: Schema.Literals(["replace", "repeat", "remove"]),
    key: upTo(12),
    value: upTo(hostileTexts.length)
  }),
  Schema.Struct({
    what: Schema.Literal("payload"),
    how: Schema.Literals(["replace", "repeat", "remove"]),
    key: upTo(12),
    value: upTo(hostileJson.length)
  })
])
export type Edit = typeof Edit.Type

/** A choice that picks from a list once in this many times. 0 picks nothing, and failing requests shrink towards it. */
const oneIn = (times: number, list: ReadonlyArray<unknown>) => upTo(list.length * times)

/** The entry that a choice of `oneIn` picks. */
export const chosen = <A>(list: ReadonlyArray<A>, choice: number, times: number): A | undefined =>
  list[choice - list.length * (times - 1)]

/** The choice that picks entry `at`. */
export const choiceOf = (list: ReadonlyArray<unknown>, at: number, times: number): number =>
  list.length * (times - 1) + at

/** How rarely each part besides the values is hostile. */
export const times = { path: 12, framing: 3, authorization: 12, method: 24 } as const

/**
 * How to attack a call: values of its own schemas, most replaced by existing ones (`known.fields`, two bits per field), then up
 * to three edits; as a role, with some framing. These numbers determine the whole request, so a failing one shrinks towards the
 * plain call.
 */
const Plan = Schema.Struct({
  role: upTo(roleChoices.length),
  known: Schema.Struct({ fields: upTo(2 ** 16), pick: upTo(2 ** 16) }),
  edits: Schema.Array(Edit).check(Schema.isMaxLength(3)),
  path: oneIn(times.path, hostileSegments),
  framing: oneIn(times.framing, framings),
  authorization: oneIn(times.authorization, hostileAuthorizations),
  method: oneIn(times.method, otherMethods)
})

/** A hostile request before it is serialized. */
export interface HostileRequest extends Schema.Schema.Type<typeof Plan> {
  readonly params: Record<string, unknown>
  readonly query: Record<string, unknown>
  readonly payload: Record<string, unknown>
}

/** Hostile requests to a call. */
export const hostileRequests = (call: ContractCall): Arbitrary.Arbitrary<HostileRequest> =>
  Arbitrary.map(
    Arbitrary.all({
      plan: Arbitrary.schema(Plan),
      params: call.params,
      query: call.query,
      payload: call.payload ?? Arbitrary.Constant({})
    }),
    ({ plan, ...values }) => ({ ...plan, ...values })
  )
