import { type TicketCategory, ticketCategories } from "#core/support/tickets.ts"
import type { Given } from "#web/app/CommandCenter.ts"

/** A ticket as far as it is written. */
export interface TicketDraft {
  readonly subject: string
  /** Empty until one is chosen. */
  readonly category: TicketCategory | ""
  readonly description: string
  readonly facilityIDs: ReadonlySet<number>
  readonly images: ReadonlyArray<File>
}

const text = (value: unknown): string => (typeof value === "string" ? value : "")

const categoryOf = (value: unknown): TicketCategory | "" =>
  ticketCategories.find((category) => category === value) ?? ""

/** What a ticket begins with: what whoever opened the dialog gave. A lock is named above what is written. */
export const beginTicket = ({ input = {} }: Given<"support.ticket">): TicketDraft => {
  const serialCode = text(input.serialCode)
  const facilityID = input.facilityID
  const category = categoryOf(input.category)
  return {
    subject: text(input.subject),
    category: category === "" && serialCode !== "" ? "Lock Inquiry" : category,
    description: `${serialCode === "" ? "" : `Serial Code: ${serialCode}\n\n`}${text(input.description)}`,
    facilityIDs: new Set(typeof facilityID === "number" ? [facilityID] : []),
    images: []
  }
}

/** Names what a ticket begins with: the draft of one is not that of another. */
export const draftKey = ({ subject, category, description, facilityIDs }: TicketDraft): string =>
  JSON.stringify([subject, category, description, ...facilityIDs])
