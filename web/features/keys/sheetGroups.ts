import type { KeyScope } from "#core/commands/Command.ts"
import type { Words } from "#core/api/problem.ts"
import { foldText } from "#core/base/search/foldText.ts"

/** A command in the cheat sheet. */
export interface SheetRow {
  readonly id: string
  readonly title: string
  readonly scope: KeyScope
  readonly keys: ReadonlyArray<string>
  /** Its keys would work if the sheet were closed. */
  readonly alive: boolean
  /** Why it isn't available, or null. */
  readonly refusal: Words | null
}

/** A group of rows for one scope. */
export interface SheetGroup {
  readonly scope: KeyScope
  readonly heading: string
  readonly alive: boolean
  readonly rows: ReadonlyArray<SheetRow>
}

const headings: Readonly<Record<KeyScope, string>> = {
  palette: "In the palette",
  reveal: "While revealing",
  lock: "On a lock",
  lists: "In lists",
  anywhere: "Anywhere"
}

const scopes = Object.keys(headings) as ReadonlyArray<KeyScope>

/** Whether every typed word is a prefix of a word in the title or one of the keys. */
const fits = ({ title, keys }: SheetRow, words: ReadonlyArray<string>): boolean => {
  const text = ` ${foldText(title).replaceAll("-", " ")}`
  return words.every((word) => text.includes(` ${word}`) || keys.some((each) => each.split(/[ +]/).includes(word)))
}

/** The matching rows by scope. Active ones come first, also within a scope, then those with keys. */
export const sheetGroups = (rows: ReadonlyArray<SheetRow>, typed: string): ReadonlyArray<SheetGroup> => {
  const words = foldText(typed)
    .split(/\s+/)
    .filter((word) => word !== "")
  const found = rows.filter((row) => fits(row, words))
  return scopes
    .map((scope) => {
      const own = found.filter((row) => row.scope === scope)
      const sorted = own.toSorted(
        (a, b) => Number(b.alive) - Number(a.alive) || Number(b.keys.length > 0) - Number(a.keys.length > 0)
      )
      return { scope, heading: headings[scope], alive: own.some(({ alive }) => alive), rows: sorted }
    })
    .filter((group) => group.rows.length > 0)
    .toSorted((a, b) => Number(b.alive) - Number(a.alive))
}
