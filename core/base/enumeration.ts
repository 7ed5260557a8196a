import { Schema } from "effect"

/** A row of an enumeration: the number that is sent, the name in code, the label on screen. */
export interface EnumerationRow {
  readonly id: number
  readonly key: string
  readonly label: string
}

type IdOf<Rows extends ReadonlyArray<EnumerationRow>> = Rows[number]["id"]
type Ids<Rows extends ReadonlyArray<EnumerationRow>> = {
  readonly [Row in Rows[number] as Row["key"]]: Row["id"]
}

/**
 * An enumeration of the documents: a table, from which everything else is derived. Numbers, names and labels are
 * written only there. Bundlers remove enumerations that are not used.
 */
/* @__NO_SIDE_EFFECTS__ */
export const enumeration = <const Rows extends ReadonlyArray<EnumerationRow>>(rows: Rows) => {
  type Id = IdOf<Rows>
  const byId = new Map<number, Rows[number]>(rows.map((row) => [row.id, row]))
  const byText = new Map<string, Rows[number]>()
  for (const row of rows) {
    byText.set(normal(row.label), row)
    byText.set(normal(row.key), row)
  }
  const isId = (value: number): value is Id => byId.has(value)
  return {
    rows,
    ids: rows.map((row) => row.id) as ReadonlyArray<Id>,
    /** Numbers by name: `LockStatus.id.Available`. */
    id: Object.fromEntries(rows.map((row) => [row.key, row.id])) as Ids<Rows>,
    /** The schema of the number; any other number is refused. */
    Id: Schema.Literals(rows.map((row) => row.id) as ReadonlyArray<Id>).annotate({
      // The API reference explains the numbers with it.
      description: rows.map((row) => `${row.id} ${row.label}`).join(", ")
    }),
    isId,
    row: (id: Id): Rows[number] => {
      const row = byId.get(id)
      if (row === undefined) throw new RangeError(`no row ${id}`)
      return row
    },
    label: (id: number): string => byId.get(id)?.label ?? String(id),
    /** Finds a row by its label, name or number, ignoring case and punctuation. */
    parse: (text: string): Id | undefined => {
      const found = /^-?\d+$/.test(text.trim()) ? byId.get(Number(text)) : byText.get(normal(text))
      return found?.id as Id | undefined
    }
  }
}

const normal = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, "")
