import type { CommandHead } from "#core/commands/registry.ts"
import type { Words } from "#core/api/problem.ts"
import type { Range } from "#core/base/search/needle.ts"
import type { KnownList } from "./knownLists.ts"
import type { LockItem } from "#core/base/search/LockColumns.ts"

/** What the search knows of a lock. */
export type LockFacts = Required<LockItem>

/** Inputs of a command that are known already, by field. */
export type Input = Readonly<Record<string, unknown>>

/** What a row stands for. */
export type RowTarget =
  | { readonly kind: "lock"; readonly lock: LockFacts }
  /** `about`: the lock it acts on, where it acts on one. */
  | { readonly kind: "command"; readonly command: CommandHead; readonly input: Input; readonly about: number | null }
  | { readonly kind: "facility"; readonly facilityID: number; readonly name: string }
  | { readonly kind: "person"; readonly userID: number; readonly name: string }
  /** A piece of the grammar: it goes into the input. */
  | { readonly kind: "text"; readonly text: string }
  /** A value for the field that is being asked for. */
  | { readonly kind: "value"; readonly value: unknown; readonly words: string }
  /** The page that was left with Esc before. */
  | { readonly kind: "resume" }
  /** The second Enter of a dangerous command, or the way back from it. */
  | { readonly kind: "answer"; readonly yes: boolean }

/** A text with the letters that matched. */
export interface Marked {
  readonly text: string
  readonly marks: ReadonlyArray<Range>
}

/** One row. A selection belongs to its `id`. */
export interface PaletteRow {
  readonly id: string
  readonly target: RowTarget
  readonly title: Marked
  /** What stands below the title, besides the status of a lock. */
  readonly context: ReadonlyArray<Marked>
  /** Why it is refused to this user, or null. */
  readonly refusal: Words | null
  /** The list without which it cannot be done yet: Enter waits for it. */
  readonly waitsFor?: KnownList
  readonly keys: ReadonlyArray<string>
}

/** Rows under one heading. */
export interface PaletteSection {
  readonly heading: string
  readonly rows: ReadonlyArray<PaletteRow>
}

/** Rows at most (PRODUCT, The palette). */
export const mostRows = 24

/** The rows in the one order of the eye, the DOM and the keys. */
export const rowsOf = (sections: ReadonlyArray<PaletteSection>): ReadonlyArray<PaletteRow> =>
  sections.flatMap(({ rows }) => rows)

/** What stands above rows that are refused to this user. */
const refusedHeading = "Not available to you"

/** Sections that hold rows, with `mostRows` in all. What is refused comes last, each row with its reason. */
export const limited = (sections: ReadonlyArray<PaletteSection>): ReadonlyArray<PaletteSection> => {
  const allowed = sections.map(({ heading, rows }) => ({
    heading,
    rows: rows.filter(({ refusal }) => refusal === null)
  }))
  const refused = rowsOf(sections).filter(({ refusal }) => refusal !== null)
  let left = mostRows
  return [...allowed, { heading: refusedHeading, rows: refused }].flatMap(({ heading, rows }) => {
    const kept = rows.slice(0, left)
    left -= kept.length
    return kept.length === 0 ? [] : [{ heading, rows: kept }]
  })
}
