import type { Effect, Schema } from "effect"
import type { ApiClient } from "#core/api/ApiClient.ts"
import type { Problem } from "#core/api/problem.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { SelectionJobKind } from "#core/jobs/Job.ts"
import type { Topic } from "#core/live/LiveEvent.ts"
import type { Lock } from "#core/locks/Lock.ts"
import type { RouteId } from "#core/navigation/routes.ts"
import type { EndpointRef } from "./endpoints.ts"

/** The kind of thing a field selects. Interfaces use it to offer a picker, a completion or a prompt. */
export type Picks =
  | "facility"
  | "facilities"
  | "reason"
  | "file"
  | "lock"
  | "user"
  | "company"
  | "apiKey"
  | "webhook"
  | "subdomain"
  | "profile"

/**
 * One input of a command. The schema validates it; the form, argument, prompt and completion are built from the other fields.
 */
export interface InputField<A = unknown> {
  readonly schema: Schema.Codec<A, unknown>
  readonly label: string
  readonly description: string
  /** A positional argument, in field order, instead of `--name`. */
  readonly positional?: true
  readonly optional?: true
  /** A positional argument that can be repeated; the values arrive joined by line breaks. */
  readonly many?: true
  readonly picks?: Picks
  /** Only active facilities can be picked. */
  readonly activeOnly?: true
  /**
   * The command deletes it. A number may name what was deleted before: repeating the command is "unchanged", not an error. A
   * name must be the full name, so that a repeated command never deletes another thing.
   */
  readonly orDeleted?: true
  /** Suggested values, in the words a person types; the schema still accepts or refuses any other text. */
  readonly choices?: ReadonlyArray<string>
  /** Several values in one text, separated by commas: those that completion offers, one after the other. */
  readonly listOf?: ReadonlyArray<string>
  /**
   * `hidden`: prompted for without echo, never read from a command line. `never`: filled in by the interface. `passed`: passed by
   * the part of the screen that runs the command.
   */
  readonly asked?: "hidden" | "never" | "passed"
  /** The option names a file that contains a secret; the secret itself is refused on a command line. */
  readonly holdsSecret?: true
}

export type InputFields = Readonly<Record<string, InputField>>

/** What a person types for a field: text, a number, or yes/no. */
export type Takes = "text" | "number" | "switch"

/** A field before its command is fully loaded (`heads.ts`): `takes` stands in for the schema and description. */
export type FieldHead = Omit<InputField, "schema" | "description"> &
  Partial<Pick<InputField, "schema" | "description">> & { readonly takes?: Takes }

/** The values of a command's fields; optional fields may be missing. */
export type InputOf<F extends InputFields> = {
  readonly [K in keyof F as F[K] extends { readonly optional: true } ? never : K]: F[K]["schema"]["Type"]
} & {
  readonly [K in keyof F as F[K] extends { readonly optional: true } ? K : never]?: F[K]["schema"]["Type"]
}

/** The section a command is listed under in the palette and in help. */
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

/** What a command acts on: nothing, or a selected lock. Plain data, so that it can be read without running the command. */
export type SubjectKind = "none" | "lock"

/** Where a command's keys work. The innermost scope wins: palette, reveal, lock, list, anywhere. */
export type KeyScope = "anywhere" | "lists" | "lock" | "reveal" | "palette"

/** How risky a command is: `reveals` shows a combination, `dangerous` needs a second Enter. */
export type Risk = "reads" | "changes" | "reveals" | "dangerous"

/**
 * What a command does: make a call of the contract, open a path of the console, or change what the console shows
 * (console only).
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
      /** Acts on the element that was clicked, so it has no palette row and no keys. */
      readonly clicked?: true
    }

/**
 * One thing a person can do, defined once. The palette row, button, shortcut, cheat sheet, `lockdesk` subcommand with its help
 * and completion, reference page and explanation of a missing permission are all derived from it.
 */
interface Definition<F extends InputFields, A> {
  readonly id: string
  readonly title: string
  /** The title where the lock is already named: the menu of its row, its actions in the palette, the selection bar. */
  readonly shortTitle?: string
  readonly section: Section
  readonly keywords: ReadonlyArray<string>
  readonly input: F
  /** `none` by default. */
  readonly subject?: SubjectKind
  /** `anywhere` by default. */
  readonly scope?: KeyScope
  /**
   * Keyboard shortcuts, any of which works: `r`, `g d` (in sequence), `mod+k` (Ctrl, or Command on a Mac), `shift+down`. Key
   * names are those of `KeyboardEvent.key` in lower case.
   */
  readonly keys?: ReadonlyArray<string>
  readonly risk: Risk
  /** The topics that change when it runs. None by default, for a command that only reads. */
  readonly touches?: ReadonlyArray<Topic>
  /** The kind of job that applies it to several selected locks. A lock command without one works on a single lock only. */
  readonly many?: SelectionJobKind
  /** The message if it changed nothing, instead of "Unchanged: already set." */
  readonly unchanged?: string
  /** The id of the command that undoes it, if there is one. */
  readonly undo?: string
  /**
   * Returns the input with which the same command undoes itself, or the call that does, or null if there is nothing to undo.
   */
  back?(input: InputOf<F>, answer: A): InputOf<F> | Effect.Effect<unknown, unknown, ApiClient> | null
  /** The confirmation question, instead of the title. `words` describes the input by field, as a person would say it. */
  asks?(words: Readonly<Record<string, string>>): string
  /** The success message, instead of "Title: done." */
  done?(answer: NoInfer<A>, input: InputOf<F>): string | undefined
  /** Noun and verb in the terminal, and examples shown first in its help. */
  readonly terminal?: { readonly path: readonly [string, string?]; readonly examples: ReadonlyArray<string> }
  /** The subject's rule beyond the permission: why this user may not do this to this lock, or null. */
  readonly rule?: (user: LoggedInUser, lock: Lock | null) => Problem | null
  readonly does: Does<F, A>
}

/** A definition with its defaults. */
export interface Command<F extends InputFields = InputFields, A = unknown> extends Definition<F, A> {
  readonly subject: SubjectKind
  readonly scope: KeyScope
  readonly touches: ReadonlyArray<Topic>
}

/** Type-checks a command definition, keeps its literal types, and adds the defaults. */
export const command = <const F extends InputFields, A, const Id extends string>(
  definition: Definition<F, A> & { readonly id: Id }
): Command<F, A> & { readonly id: Id } => ({ subject: "none", scope: "anywhere", touches: [], ...definition })
