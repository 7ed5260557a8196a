import type { CompanyChoice } from "#core/acting/CompanyChoice.ts"
import { headById } from "#core/commands/headById.ts"
import { limited, type PaletteRow } from "./PaletteRow.ts"
import type { Listed } from "./RowSources.ts"

/**
 * The part of a text that may name a company to act for: `maple` for both `act for maple` and `maple`; null if none.
 */
export const companyText = (typed: string): string | null => {
  const text = typed
    .trim()
    .replace(/^>\s*/, "")
    .replace(/^act(\s+for)?\s+/i, "")
    .replace(/^@|^[-#:!=%?].*$/, "")
    .trim()
  return text.length >= 2 && /\p{L}/u.test(text) && !/\w:(\S|$)/.test(text) ? text : null
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

/**
 * The company that `act for maple` asks for; null if the text doesn't ask for one, so companies are just one kind of
 * match.
 */
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
 * Adds companies found by the server below everything else. For `act for`, lists nothing else, so that Enter can't do
 * something else while the request is pending.
 */
export const withCompanies = (listed: Listed, companies: ReadonlyArray<CompanyChoice>, typed: string): Listed => {
  const section = { heading: "Companies", rows: companies.flatMap(rowOf) }
  if (askedCompany(typed) !== null) {
    const own = listed.sections.flatMap(({ rows }) => rows.filter(isOwn(typed)))
    return { sections: limited([{ heading: "Commands", rows: own }, section]), locksFound: null }
  }
  return companies.length === 0 ? listed : { ...listed, sections: limited([...listed.sections, section]) }
}
