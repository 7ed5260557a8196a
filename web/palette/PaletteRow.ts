import type { FacilityId, LockId, UserId } from "#core/base/ids.ts"
import type { CommandHead } from "#core/commands/registry.ts"
import type { Words } from "#core/api/problem.ts"
import type { Range } from "#core/base/search/needle.ts"
import type { KnownList } from "./knownLists.ts"
import { isSoonRow } from "./soon.ts"
import type { LockItem } from "#core/base/search/LockColumns.ts"

/** The search's data about a lock. */
export type LockFacts = Required<LockItem>

/** Command input known so far, by field. */
export type Input = Readonly<Record<string, unknown>>

/** What a row represents. */
export type RowTarget =
  | { readonly kind: "lock"; readonly lock: LockFacts }
  /** `about`: the lock it acts on, if any. `ofSeveral`: it acts on all selected locks instead. */
  | {
      readonly kind: "command"
      readonly command: CommandHead
      readonly input: Input
      readonly about: LockId | null
      readonly ofSeveral?: boolean
    }
  | { readonly kind: "facility"; readonly facilityID: FacilityId; readonly name: string }
  | { readonly kind: "person"; readonly userID: UserId; readonly name: string }
  /** A piece of search syntax to insert into the input. */
  | { readonly kind: "text"; readonly text: string }
  /** A value for the requested field. */
  | { readonly kind: "value"; readonly value: unknown; readonly words: string }
  /** Returns to the page the user left with Esc. */
  | { readonly kind: "resume" }
  /** Confirms or cancels a dangerous command. */
  | { readonly kind: "answer"; readonly yes: boolean }

/** A text with its matching ranges. */
export interface Marked {
  readonly text: string
  readonly marks: ReadonlyArray<Range>
}

/** One row. A selection refers to its `id`. */
export interface PaletteRow {
  readonly id: string
  readonly target: RowTarget
  readonly title: Marked
  /** Text below the title, besides a lock's status. */
  readonly context: ReadonlyArray<Marked>
  /** Why this user can't use it, or null. */
  readonly refusal: Words | null
  /** A list that must load first. Enter waits for it. */
  readonly waitsFor?: KnownList
  readonly keys: ReadonlyArray<string>
}

/** Rows under one heading. */
export interface PaletteSection {
  readonly heading: string
  readonly rows: ReadonlyArray<PaletteRow>
}

/** Most rows shown (PRODUCT, The palette). */
export const mostRows = 24

/** The rows in the order of the screen, the DOM and the keys. */
export const rowsOf = (sections: ReadonlyArray<PaletteSection>): ReadonlyArray<PaletteRow> =>
  sections.flatMap(({ rows }) => rows)

/** Headings of rows this user can't use, and of screens that don't exist yet. */
const lastHeadings: ReadonlyArray<string> = ["Not available to you", "Coming soon"]

/**
 * The non-empty sections with at most `mostRows` rows in total. Refused rows come after the others, each with its reason,
 * and screens that don't exist yet come last.
 */
export const limited = (sections: ReadonlyArray<PaletteSection>): ReadonlyArray<PaletteSection> => {
  const all = rowsOf(sections)
  // If there are no others, these stay under the heading of their kind, such as Reports.
  const onlySoon = all.every(isSoonRow)
  const lastHeading = (row: PaletteRow) => lastHeadings[!onlySoon && isSoonRow(row) ? 1 : row.refusal === null ? -1 : 0]
  let left = mostRows
  return [
    ...sections.map(({ heading, rows }) => ({ heading, rows: rows.filter((row) => lastHeading(row) === undefined) })),
    ...lastHeadings.map((heading) => ({ heading, rows: all.filter((row) => lastHeading(row) === heading) }))
  ].flatMap(({ heading, rows }) => {
    const kept = rows.slice(0, left)
    left -= kept.length
    return kept.length === 0 ? [] : [{ heading, rows: kept }]
  })
}
