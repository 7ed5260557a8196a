import type { CompanyChoice } from "#core/acting/CompanyChoice.ts"
import { headById } from "#core/commands/headById.ts"
import { limited, type PaletteRow } from "./PaletteRow.ts"
import type { Listed } from "./RowSources.ts"

/** The part of a text that can be the name of a company to act for: `act for maple` and `maple` alike; null where none can. */
export const companyText = (typed: string): string | null => {
  const text = typed
    .trim()
    .replace(/^>\s*/, "")
    .replace(/^act(\s+for)?\s+/i, "")
    .replace(/^@|^[#:!=%?].*$/, "")
    .trim()
  return text.length >= 2 && /\p{L}/u.test(text) && !/\w+:\S/.test(text) ? text : null
}

const rowOf = ({ companyID, companyName }: CompanyChoice): ReadonlyArray<PaletteRow> => {
  const command = headById("companies.actFor")
  if (command === undefined) return []
  return [
    {
      id: `company ${companyID}`,
      target: { kind: "command", command, input: { companyID }, about: null },
      title: { text: `Act for ${companyName}`, marks: [] },
      context: [{ text: `ID ${companyID}`, marks: [] }],
      refusal: null,
      keys: []
    }
  ]
}

/** The company that `act for maple` asks for, or null: then a company is one match among others. */
export const askedCompany = (typed: string): string | null =>
  /^>?\s*act\s+for\s+(\S.*)$/i.exec(typed.trim())?.[1] ?? null

const isOwn = (typed: string) => {
  const text = typed.trim().replace(/^>\s*/, "").toLowerCase()
  return ({ target, title }: PaletteRow): boolean =>
    target.kind === "command" &&
    target.command.id === "companies.actForOwn" &&
    title.text.toLowerCase().startsWith(text)
}

/**
 * Rows for companies that the server found, below everything else. Where `act for` asks for one, nothing else is listed, so that
 * Enter never does something else while the server is asked.
 */
export const withCompanies = (listed: Listed, companies: ReadonlyArray<CompanyChoice>, typed: string): Listed => {
  const section = { heading: "Companies", rows: companies.flatMap(rowOf) }
  if (askedCompany(typed) !== null) {
    const own = listed.sections.flatMap(({ rows }) => rows.filter(isOwn(typed)))
    return { sections: limited([{ heading: "Commands", rows: own }, section]), locksFound: null }
  }
  return companies.length === 0 ? listed : { ...listed, sections: limited([...listed.sections, section]) }
}
