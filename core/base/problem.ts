import { type Cause, Schema } from "effect"

/** What a person reads of a failure: what happened, and what to do next. */
export interface Words {
  readonly error: string
  readonly next: string
}

/** How a command of the terminal ends after a failure; the number of each is in `cli/exitCodes.ts`. */
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
 * What every failure carries beside its own facts (DECISIONS, Scope: the response envelope). `error` is the sentence a
 * person reads and `requestId` the request it belongs to; the server fills both in as the failure leaves it.
 */
const problemFields = {
  error: Schema.optionalKey(Schema.String),
  requestId: Schema.optionalKey(Schema.String)
}

/** One thing wrong in what was sent: where, and what was expected there. */
export const FieldIssue = Schema.Struct({ path: Schema.String, message: Schema.String })
export type FieldIssue = typeof FieldIssue.Type

/** What a form was refused for: the issues of its fields, and their messages one after another. */
export const refusedFields = {
  data: Schema.Struct({ issues: Schema.Array(FieldIssue) }),
  words: ({ issues }: { readonly issues: ReadonlyArray<FieldIssue> }): Words => ({
    error: issues.map(({ message }) => message).join(" "),
    next: "Correct these fields and try again."
  })
}

/** Where an instance of a failure carries its facts; every script of the bundle has the same symbol. */
export const problemFacts = Symbol.for("lockdesk/problem")

/** What every surface knows of a failure, the facts of the single case aside. */
export interface ProblemFacts {
  /** The HTTP status it travels with. */
  readonly status: number
  readonly exit: ProblemExit
  readonly words: Words | ((data: never) => Words)
}

interface Carries {
  readonly [problemFacts]: ProblemFacts
}

interface Definition<Tag extends string, Data> extends ProblemFacts {
  /** Its name in code and its `code` on the wire. */
  readonly tag: Tag
  /** Sentences of the documents stay exact, '(sic)' included (000 §8, 001 §8). */
  readonly words: Words | ((data: Data) => Words)
}

type ProblemClass<Self, Tag extends string, Fields extends Schema.Struct.Fields> = Schema.Class<
  Self,
  Schema.TaggedStruct<Tag, typeof problemFields & Fields>,
  Cause.YieldableError & Carries
>

/**
 * A failure whole: what it carries, the status and exit code it ends with and the words people read. Stated once, beside the
 * rule that fails: `class JobNotFound extends defineProblem<JobNotFound>()({ tag, status, exit, data, words }) {}`.
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

/** A failure as it travels: `{ error, code, requestId, data? }`, the code being the tag of the class. */
export const wire = <
  Self extends Schema.Constraint & { readonly fields: { readonly _tag: Schema.Constraint } & Schema.Struct.Fields }
>(
  self: Self
) => Schema.encodeKeys<Self, { readonly _tag: "code" }>({ _tag: "code" })(self)
