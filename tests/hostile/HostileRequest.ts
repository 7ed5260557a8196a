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

/** One change to what the schemas allow. `key` counts the keys there are, and a few that there are not. */
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

/** A choice from a list that is made once in so many times; 0 is none, and what a failing request shrinks towards. */
const oneIn = (times: number, list: ReadonlyArray<unknown>) => upTo(list.length * times)

/** What a choice of `oneIn` stands for. */
export const chosen = <A>(list: ReadonlyArray<A>, choice: number, times: number): A | undefined =>
  list[choice - list.length * (times - 1)]

/** The choice that stands for the entry `at`. */
export const choiceOf = (list: ReadonlyArray<unknown>, at: number, times: number): number =>
  list.length * (times - 1) + at

/** How often each thing besides the values is hostile, too. */
export const times = { path: 12, framing: 3, authorization: 12, method: 24 } as const

/**
 * What is done to a call: values of its own schemas, most of them replaced by ones the database knows (`known.fields`,
 * two bits a field), then up to three edits; as somebody, in some framing. Everything else of it follows from these
 * numbers, so a failing one shrinks towards the plain call.
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

/** A hostile request before it is written out. */
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
