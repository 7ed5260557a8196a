import type { Effect, Schema } from "effect"
import type { ApiClient } from "#core/api/ApiClient.ts"
import type { Problem } from "#core/api/problem.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { SelectionJobKind } from "#core/jobs/Job.ts"
import type { Topic } from "#core/live/LiveEvent.ts"
import type { Lock } from "#core/locks/Lock.ts"
import type { RouteId } from "#core/navigation/routes.ts"
import type { EndpointRef } from "./endpoints.ts"

/** What a field is filled from: the surfaces offer a picker, a completion or a prompt by it. */
export type Picks = "facility" | "facilities" | "reason" | "file" | "lock" | "user" | "company" | "apiKey" | "webhook"

/** One input of a command. Its schema checks it; the rest makes the form, the argument, the prompt and the completion. */
export interface InputField<A = unknown> {
  readonly schema: Schema.Codec<A, unknown>
  readonly label: string
  readonly description: string
  /** Typed in place, in the order of the fields, rather than as `--name`. */
  readonly positional?: true
  readonly optional?: true
  /** Typed in place, as often as one likes; what is typed arrives with a line break between. */
  readonly many?: true
  readonly picks?: Picks
  /** What may stand there, in the words a person types; other words are still the schema's to take or refuse. */
  readonly choices?: ReadonlyArray<string>
  /**
   * `hidden` is asked without showing what is typed and never taken from a command line; `never` the surface fills in; `told` a
   * part of the screen gives where it performs the command, and nobody else.
   */
  readonly asked?: "hidden" | "never" | "told"
  /** The option names a file with a secret in it; the secret itself is refused on a command line. */
  readonly holdsSecret?: true
}

export type InputFields = Readonly<Record<string, InputField>>

/** What a person types for a field: words, digits, or yes and no. */
export type Takes = "text" | "number" | "switch"

/** A field as it is known before its command is loaded whole (`heads.ts`): what it takes, in place of its schema and description. */
export type FieldHead = Omit<InputField, "schema" | "description"> &
  Partial<Pick<InputField, "schema" | "description">> & { readonly takes?: Takes }

/** The values of a command's fields; optional ones may be absent. */
export type InputOf<F extends InputFields> = {
  readonly [K in keyof F as F[K] extends { readonly optional: true } ? never : K]: F[K]["schema"]["Type"]
} & {
  readonly [K in keyof F as F[K] extends { readonly optional: true } ? K : never]?: F[K]["schema"]["Type"]
}

/** Where a command stands in the palette and in the help. */
export type Section =
  | "Locks"
  | "Jobs"
  | "Registry"
  | "Audit"
  | "Session"
  | "Facilities"
  | "Automations"
  | "Integrations"
  | "Settings"
  | "Team"
  | "Settings"
  | "Support"
  | "Go to"
  | "Lists"
  | "Palette"
  | "View"

/** What a command acts on: nothing, or a selected lock. Data, so that every surface can tell without running anything. */
export type SubjectKind = "none" | "lock"

/** Where a command's keys are alive. What is further in goes first: the palette, a reveal, a lock, a list, anywhere. */
export type KeyScope = "anywhere" | "lists" | "lock" | "reveal" | "palette"

/** How far a command reaches: `reveals` shows a combination, `dangerous` needs a second Enter. */
export type Risk = "reads" | "changes" | "reveals" | "dangerous"

/**
 * What a command does: a call of the contract, an address of the console it goes to, or a change of what the console shows,
 * which the console alone can make.
 */
export type Does<F extends InputFields, A> =
  | {
      readonly call: EndpointRef
      readonly run: (input: InputOf<F>) => Effect.Effect<A, unknown, ApiClient>
    }
  | { readonly goTo: RouteId }
  | {
      readonly view: true
      readonly call?: EndpointRef
      /** It is about what was clicked, which nothing else can name: it has no palette row and no keys. */
      readonly clicked?: true
    }

/**
 * One thing a person can do, defined once. The palette row, the button, the hotkey and the cheat sheet, the `lockdesk`
 * subcommand with its help and completion, the reference and the answer to "why can't I?" are all read off it.
 */
export interface Command<F extends InputFields = InputFields, A = unknown> {
  readonly id: string
  readonly title: string
  readonly section: Section
  readonly keywords: ReadonlyArray<string>
  readonly input: F
  readonly subject: SubjectKind
  readonly scope: KeyScope
  /**
   * Its keys, each alone enough: `r`, `g d` (one after the other), `mod+k` (Ctrl, or Command on a Mac), `shift+down`. A name of
   * a key is that of `KeyboardEvent.key` in small letters.
   */
  readonly keys?: ReadonlyArray<string>
  readonly risk: Risk
  /** What is different after it ran; empty for a command that only reads. */
  readonly touches: ReadonlyArray<Topic>
  /** The job that does it to several selected locks at once. A command of a lock without one acts on a single lock only. */
  readonly many?: SelectionJobKind
  /** What is said where it changed nothing, in place of "Unchanged: already set." */
  readonly unchanged?: string
  /** The command that takes it back, where one does. */
  readonly undo?: string
  /**
   * The input with which the same command takes back what it answered, or the call that does; null where there is nothing to
   * take back.
   */
  back?(input: InputOf<F>, answer: A): InputOf<F> | Effect.Effect<unknown, unknown, ApiClient> | null
  /**
   * What a second Enter is asked with, in place of its title: `words` are what it is about, by field, as a person calls it.
   */
  asks?(words: Readonly<Record<string, string>>): string
  /** What is said once it is done, in place of "Title: done." */
  done?(answer: NoInfer<A>, input: InputOf<F>): string | undefined
  /** Noun and verb in the terminal, and examples that help leads with. */
  readonly terminal?: { readonly path: readonly [string, string?]; readonly examples: ReadonlyArray<string> }
  /** The rule of the subject beyond the permission: why this user may not, for this lock, or null. */
  readonly rule?: (user: LoggedInUser, lock: Lock | null) => Problem | null
  readonly does: Does<F, A>
}

/** Keeps the types of a definition while checking it. */
export const command = <const F extends InputFields, A, const Id extends string>(
  definition: Command<F, A> & { readonly id: Id }
): Command<F, A> & { readonly id: Id } => definition
