import type { CompanyChoice } from "#core/acting/CompanyChoice.ts"
import { withCompanies } from "./companyRows.ts"
import { parse } from "#core/base/search/searchGrammar.ts"
import { prepare, search } from "#core/base/search/ranking.ts"
import { groupedSerial } from "#core/base/serialText.ts"
import type { Lock } from "#core/locks/Lock.ts"
import { mayActForOthers } from "#core/auth/actingRules.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { lockItem } from "#web/sync/lockItem.ts"
import { argumentRows } from "./argumentRows.ts"
import { emptyRows, lockActions } from "./emptyRows.ts"
import { type AboutLock, type Page, questionOf } from "./pages.ts"
import type { Places } from "./paletteEntries.ts"
import { limited, type PaletteRow } from "./PaletteRow.ts"
import type { Listed, RowSources } from "./RowSources.ts"
import { searchRows, withServerRows } from "./searchRows.ts"

/** What else there is to list from. */
export interface Around {
  readonly user: LoggedInUser
  readonly places: Places
  /** The lock that was selected on the screen when the palette was opened. */
  readonly selected: AboutLock | null
  /** Locks the server found for the text. */
  readonly found: ReadonlyArray<Lock>
  /** The title of the page that was left with Esc before, or null. */
  readonly left: string | null
  /** The server has answered for the text. */
  readonly answered: boolean
  /** Companies that the server found for the text: to act for, or for the field that asks for one. */
  readonly companies?: ReadonlyArray<CompanyChoice>
}

const none: Listed = { sections: [], locksFound: null }

/** Rows narrowed to those whose title holds what was typed, in the search's order. */
const narrowed = (rows: ReadonlyArray<PaletteRow>, text: string): ReadonlyArray<PaletteRow> => {
  if (text.trim() === "") return rows
  const byId = new Map(rows.map((row) => [row.id, row]))
  const entries = rows.map((row) => ({ kind: "commands" as const, id: row.id, title: row.title.text }))
  return search(prepare({ entries }), { ...parse(text), scope: undefined }).rows.flatMap((found) => {
    const row = byId.get(String(found.id))
    return row === undefined ? [] : [{ ...row, title: { ...row.title, marks: found.matches } }]
  })
}

const answerRow = (yes: boolean, text: string): PaletteRow => ({
  id: yes ? "yes" : "no",
  target: { kind: "answer", yes },
  title: { text, marks: [] },
  context: [],
  refusal: null,
  keys: []
})

/** What a page lists for a text. The same at every key, at once. */
export const listFor = (page: Page, text: string, from: RowSources, around: Around): Listed => {
  switch (page.kind) {
    case "search": {
      if (text.trim() === "") return emptyRows(around.selected, from, around.left)
      const query = parse(text)
      const local = searchRows(query, from)
      const listed = withServerRows(
        local,
        around.found.map((lock) => lockItem(lock, around.user)),
        query,
        from
      )
      const all: Listed =
        listed.unknown === undefined ? listed : { ...listed, unknown: { ...listed.unknown, final: around.answered } }
      return mayActForOthers(around.user) ? withCompanies(all, around.companies ?? [], text) : all
    }
    case "actions": {
      const rows = narrowed(lockActions(page.about.lockID, from), text)
      return { ...none, sections: limited([{ heading: `Lock ${groupedSerial(page.about.serialCode)}`, rows }]) }
    }
    case "argument":
      return argumentRows(page, text, around.places, from, around.companies ?? [])
    case "confirm":
      return {
        ...none,
        sections: [
          {
            heading: questionOf(page),
            rows: [answerRow(true, `Yes: ${questionOf(page)}`), answerRow(false, "No, go back")]
          }
        ]
      }
    case "working":
    case "result":
    case "failed":
      return none
  }
}
