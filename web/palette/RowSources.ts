import type { UnknownSerial } from "#core/locks/unknownSerial.ts"
import type { Words } from "#core/api/problem.ts"
import type { SearchIndex } from "#core/base/search/ranking.ts"
import type { Scores } from "#core/base/search/SearchRow.ts"
import type { CommandHead } from "#core/commands/registry.ts"
import type { SelectedRows } from "#web/app/CommandCenter.ts"
import type { SavedView } from "#web/grid/savedViews.ts"
import type { PaletteSection } from "./PaletteRow.ts"
import type { Known } from "./readField.ts"

/** Everything rows are made from. */
export interface RowSources {
  /** Commands and saved views, with the synced locks. */
  readonly main: SearchIndex
  readonly facilities: SearchIndex
  readonly people: SearchIndex
  /** Reports, settings and help. */
  readonly further: SearchIndex
  readonly commands: ReadonlyMap<string, CommandHead>
  /** What names are looked up in: facilities and the locks of the list. */
  readonly known: Known
  /** Views of lists that somebody gave a name. */
  readonly views: ReadonlyArray<SavedView>
  readonly scores: Scores
  /** Locks that are selected on the screen, where several are: commands of a lock are about them. */
  readonly several?: number
  /** Rows that are selected on the screen, locks or not, and what acts on all of them. */
  readonly selectedRows?: SelectedRows | null
  /** Epoch milliseconds, and minutes east of UTC. */
  readonly now: number
  readonly utcOffsetMinutes: number
  /** Why a command is refused to this user, on a lock where it acts on one. */
  readonly refusal: (command: CommandHead, lockID: number | null) => Words | null
  /** Whether some part of the screen carries a command out. */
  readonly handled: (id: string) => boolean
  readonly keysOf: (id: string) => ReadonlyArray<string>
}

/** What the palette lists for an input. */
export interface Listed {
  readonly sections: ReadonlyArray<PaletteSection>
  /** How many locks of the list match, whatever is shown of them; null when locks were not looked for. */
  readonly locksFound: number | null
  /** A whole serial code was typed that no lock known here has. Then no row is selected: none of them is what was typed. */
  readonly unknown?: UnknownSerial | undefined
}
