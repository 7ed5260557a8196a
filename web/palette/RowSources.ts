import type { LockId } from "#core/base/ids.ts"
import type { UnknownSerial } from "#core/locks/unknownSerial.ts"
import type { Words } from "#core/api/problem.ts"
import type { SearchIndex } from "#core/base/search/ranking.ts"
import type { Scores } from "#core/base/search/SearchRow.ts"
import type { CommandHead } from "#core/commands/registry.ts"
import type { SelectedRows } from "#web/app/CommandCenter.ts"
import type { SavedView } from "#web/grid/savedViews.ts"
import type { PaletteSection } from "./PaletteRow.ts"
import type { Known } from "./readField.ts"

/** The data rows are built from. */
export interface RowSources {
  /** Commands and saved views, with the synced locks. */
  readonly main: SearchIndex
  readonly facilities: SearchIndex
  readonly people: SearchIndex
  /** Reports, settings and help. */
  readonly further: SearchIndex
  readonly commands: ReadonlyMap<string, CommandHead>
  /** The data names are looked up in: facilities and the locks of the list. */
  readonly known: Known
  /** Saved views of lists. */
  readonly views: ReadonlyArray<SavedView>
  readonly scores: Scores
  /** Number of locks selected on the screen if more than one. Lock commands then act on all of them. */
  readonly several?: number
  /** Rows selected on the screen, locks or others, and the commands for all of them. */
  readonly selectedRows?: SelectedRows | null
  /** Epoch milliseconds, and minutes east of UTC. */
  readonly now: number
  readonly utcOffsetMinutes: number
  /** Why this user can't run a command, on a lock if it acts on one. */
  readonly refusal: (command: CommandHead, lockID: LockId | null) => Words | null
  /** Whether a mounted layer handles a command. */
  readonly handled: (id: string) => boolean
  readonly keysOf: (id: string) => ReadonlyArray<string>
}

/** What the palette lists for a text. */
export interface Listed {
  readonly sections: ReadonlyArray<PaletteSection>
  /** Number of matching locks, including those not shown; null if locks weren't searched. */
  readonly locksFound: number | null
  /**
   * Set if the text is a complete serial code that no known lock has. Then no row is selected, because none is what
   * was typed.
   */
  readonly unknown?: UnknownSerial | undefined
  /** Why the text can't be searched, as a sentence. Then there are no rows, and Enter shows it. */
  readonly problem?: string | undefined
}
