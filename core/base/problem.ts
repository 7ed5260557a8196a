import { type Cause, Schema } from "effect"
import { inSentences } from "./inSentences.ts"

/** The text of a failure: what happened, and what to do next. */
export interface Words {
  readonly error: string
  readonly next: string
}

/** The exit status of a terminal command after a failure; `cli/exitCodes.ts` has the numbers. */
export type ProblemExit =
  | "failed"
  | "usage"
  | "signedOut"
  | "denied"
  | "notFound"
  | "conflict"
  | "checksFailed"
  | "network"

/**
 * Fields every failure has besides its own (DECISIONS, Scope: the response envelope). `error` is the message and
 * `requestId` the request; the server fills in both when it sends the failure.
 */
const problemFields = {
  error: Schema.optionalKey(Schema.String),
  requestId: Schema.optionalKey(Schema.String)
}

/** One problem in the input: its path, and what was expected there. */
export const FieldIssue = Schema.Struct({ path: Schema.String, message: Schema.String })
export type FieldIssue = typeof FieldIssue.Type

/** The fields of a refused form: the issues, and their joined messages. */
export const refusedFields = {
  data: Schema.Struct({ issues: Schema.Array(FieldIssue) }),
  words: ({ issues }: { readonly issues: ReadonlyArray<FieldIssue> }): Words => ({
    error: inSentences(...issues.map(({ message }) => message)),
    next: "Correct these fields and try again."
  })
}

/**
 * Where a failure instance stores its definition. A registered symbol, so that it is the same in every script of the bundle.
 */
export const problemFacts = Symbol.for("lockdesk/problem")

/** The static part of a failure, known to every interface. */
export interface ProblemFacts {
  /** The HTTP status of the response. */
  readonly status: number
  /** Depends on the data if one failure serves both a missing permission and a state. */
  readonly exit: ProblemExit | ((data: never) => ProblemExit)
  /** The seconds to wait before the request is repeated, if that helps; required for the statuses 429 and 503. */
  readonly retryAfter?: number | ((data: never) => number | undefined)
  readonly words: Words | ((data: never) => Words)
}

interface Carries {
  readonly [problemFacts]: ProblemFacts
}

interface Definition<Tag extends string, Data> extends ProblemFacts {
  /** Its name in code, and the `code` in the response. */
  readonly tag: Tag
  readonly exit: ProblemExit | ((data: Data) => ProblemExit)
  readonly retryAfter?: number | ((data: Data) => number | undefined)
  /** Messages prescribed by the documents stay exact, including '(sic)' (000 §8, 001 §8). */
  readonly words: Words | ((data: Data) => Words)
}

type ProblemClass<Self, Tag extends string, Fields extends Schema.Struct.Fields> = Schema.Class<
  Self,
  Schema.TaggedStruct<Tag, typeof problemFields & Fields>,
  Cause.YieldableError & Carries
>

/**
 * Defines a failure completely: its fields, HTTP status, exit status and message. Written once, next to the rule that fails:
 * `class JobNotFound extends defineProblem<JobNotFound>()({ tag, status, exit, data, words }) {}`.
 */
export const defineProblem = <Self>() => {
  function define<const Tag extends string, Data extends Schema.Top>(
    definition: Definition<Tag, Data["Type"]> & { readonly data: Data }
  ): ProblemClass<Self, Tag, { readonly data: Data }>
  function define<const Tag extends string>(definition: Definition<Tag, never>): ProblemClass<Self, Tag, {}>
  function define<Tag extends string>(definition: Definition<Tag, never> & { readonly data?: Schema.Top }) {
    const { tag, status, data } = definition
    const made = Schema.TaggedError<Self, Carries>()(
      tag,
      { ...problemFields, ...(data === undefined ? {} : { data }) },
      { httpApiStatus: status }
    ) as unknown as { readonly prototype: object }
    Object.defineProperty(made.prototype, problemFacts, { value: definition satisfies ProblemFacts })
    return made as never
  }
  return define
}

/** The failure as it is sent: `{ error, code, requestId, data? }`, where the code is the class's tag. */
export const wire = <
  Self extends Schema.Constraint & { readonly fields: { readonly _tag: Schema.Constraint } & Schema.Struct.Fields }
>(
  self: Self
) => Schema.encodeKeys<Self, { readonly _tag: "code" }>({ _tag: "code" })(self)
