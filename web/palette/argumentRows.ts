import type { CompanyChoice } from "#core/acting/CompanyChoice.ts"
import { notRevoked } from "#core/base/findNamed.ts"
import { canChoose } from "#core/facilities/canChoose.ts"
import type { FieldHead } from "#core/commands/Command.ts"
import type { CommandHead } from "#core/commands/registry.ts"
import { prepare, search } from "#core/base/search/ranking.ts"
import { parse, typedSerial } from "#core/base/search/searchGrammar.ts"
import type { Entry } from "#core/base/search/EntryIndex.ts"
import { revealReasons } from "#core/reveals/revealReasons.ts"
import { takesOf } from "#core/commands/takesOf.ts"
import { limited, mostRows, type PaletteRow } from "./PaletteRow.ts"
import { lockRow } from "./rowMaking.ts"
import type { Listed, RowSources } from "./RowSources.ts"
import type { Places } from "./paletteEntries.ts"

interface Choice {
  readonly value: unknown
  readonly words: string
  readonly context: string
}

/** Values to pick from for a field; none if it has to be typed. */
const choicesOf = (field: FieldHead, { facilities, people, ...named }: Places): ReadonlyArray<Choice> => {
  if (field.picks === "facility" || field.picks === "facilities") {
    return facilities
      .filter((facility) => canChoose(facility, field.activeOnly === true))
      .map(({ facilityID, facilityName, city, state }) => ({
        value: field.picks === "facility" ? facilityID : String(facilityID),
        words: facilityName,
        context: [city, state].filter((part) => part !== "").join(", ")
      }))
  }
  if (field.picks === "user") {
    const isID = takesOf(field) === "number"
    return people.map(({ userID, name, email }) => ({ value: isID ? userID : email, words: name, context: email }))
  }
  if (field.picks === "apiKey" || field.picks === "webhook") {
    // Revoked keys aren't offered, because nothing can be done with them. If one is typed, the server explains that.
    return notRevoked(named[`${field.picks}s`]).map(({ id, name }) => ({
      value: id,
      words: name,
      context: `${field.label} ${id}`
    }))
  }
  const plain = (words: string, at: number): Choice => ({
    value: words,
    words,
    context: field.picks === "reason" ? `or type ${at + 1}` : ""
  })
  // Other is left out, because it needs text.
  if (field.picks === "reason") return revealReasons.slice(0, -1).map(plain)
  if (takesOf(field) === "switch") {
    return [
      { value: true, words: "Yes", context: "" },
      { value: false, words: "No", context: "" }
    ]
  }
  return (field.choices ?? []).map(plain)
}

const nothing: Listed = { sections: [], locksFound: null }

/** Values to pick from for the requested field that match the typed text. */
export const argumentRows = (
  { command, field: key }: { readonly command: CommandHead; readonly field: string },
  text: string,
  places: Places,
  from: RowSources,
  companies: ReadonlyArray<CompanyChoice>
): Listed => {
  const field = command.input[key]
  if (field === undefined) return nothing
  if (field.picks === "company") {
    // The server's matches for the text, best first.
    const found = companies.map(({ companyID, companyName }) =>
      valueRow({ value: companyID, words: companyName, context: `ID ${companyID}` }, companyID, [])
    )
    return { sections: limited([{ heading: field.label, rows: found }]), locksFound: null }
  }
  const query = parse(text)
  if (field.picks === "lock") {
    // A command that doesn't act on a listed lock takes the serial code of a lock that isn't listed yet.
    if (command.subject !== "lock" || text.trim() === "" || typedSerial(query) !== undefined) return nothing
    const { rows, total } = search(from.main, { ...query, scope: undefined }, { kinds: ["locks"], limit: mostRows })
    const locks = rows.flatMap((row) => {
      const lock = row.kind === "locks" ? from.main.locks.get(row.id) : undefined
      return lock === undefined ? [] : [lockRow(lock, row.matches, from)]
    })
    return { sections: limited([{ heading: "Locks", rows: locks }]), locksFound: total }
  }
  const choices = choicesOf(field, places)
  const index = prepare({
    entries: choices.map(({ words, context }, at): Entry => ({
      kind: "commands",
      id: `value ${at}`,
      title: words,
      context
    }))
  })
  const rows =
    text.trim() === ""
      ? choices.map((choice, at) => valueRow(choice, at, []))
      : search(index, { ...query, scope: undefined }, { limit: mostRows }).rows.flatMap((row) => {
          const at = Number(String(row.id).slice("value ".length))
          const choice = choices[at]
          return choice === undefined
            ? []
            : [
                valueRow(
                  choice,
                  at,
                  row.matches.filter(({ field: in_ }) => in_ === "title")
                )
              ]
        })
  return { sections: limited([{ heading: field.label, rows }]), locksFound: null }
}

const valueRow = ({ value, words, context }: Choice, at: number, marks: PaletteRow["title"]["marks"]): PaletteRow => ({
  id: `value ${at}`,
  target: { kind: "value", value, words },
  title: { text: words, marks },
  context: context === "" ? [] : [{ text: context, marks: [] }],
  refusal: null,
  keys: []
})
