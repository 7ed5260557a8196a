import type { CompanyChoice } from "#core/acting/CompanyChoice.ts"
import { withCompanies } from "./companyRows.ts"
import { parse } from "#core/base/search/searchGrammar.ts"
import { fatalProblem } from "#core/commands/searchProblems.ts"
import { prepare, search } from "#core/base/search/ranking.ts"
import { lockName } from "#core/base/serialText.ts"
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

/** Further data for the list. */
export interface Around {
  readonly user: LoggedInUser
  readonly places: Places
  /** The lock selected on the screen when the palette opened. */
  readonly selected: AboutLock | null
  /** Locks the server found for the text. */
  readonly found: ReadonlyArray<Lock>
  /** Title of the page left with Esc, or null. */
  readonly left: string | null
  /** Whether the server has responded for this text. */
  readonly answered: boolean
  /** Companies the server found for the text, to act for or for a field that takes one. */
  readonly companies?: ReadonlyArray<CompanyChoice>
}

const none: Listed = { sections: [], locksFound: null }

/** Rows whose title matches the text, in search order. */
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

/** The rows of a page for a text. Pure and synchronous, called on every key press. */
export const listFor = (page: Page, text: string, from: RowSources, around: Around): Listed => {
  // The search page explains it. On others Enter explains what they take.
  if (page.kind !== "search" && fatalProblem(parse(text)) !== undefined) return none
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
      return { ...none, sections: limited([{ heading: lockName(page.about), rows }]) }
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
