import type { FacilityId } from "#core/base/ids.ts"
import { type TicketCategory, ticketCategories } from "#core/support/tickets.ts"
import type { Given } from "#web/app/CommandCenter.ts"

/** A ticket being written. */
export interface TicketDraft {
  readonly subject: string
  /** Empty until selected. */
  readonly category: TicketCategory | ""
  readonly description: string
  readonly facilityIDs: ReadonlySet<FacilityId>
  readonly images: ReadonlyArray<File>
}

/** A ticket whose dialog is open. */
export interface OpenTicket {
  /** The key of its initial content. */
  readonly key: string
  readonly draft: TicketDraft
  readonly opener: Element | null
}

/** The form of a ticket. If its input outlived a session, the dialog opens again. */
export const ticketForm = "ticket"

const text = (value: unknown): string => (typeof value === "string" ? value : "")

const categoryOf = (value: unknown): TicketCategory | "" =>
  ticketCategories.find((category) => category === value) ?? ""

/** Initial draft from the command's input. A given lock is named above the description. */
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

/** Key of a draft by its initial content, so that tickets opened for different reasons have separate drafts. */
export const draftKey = ({ subject, category, description, facilityIDs }: TicketDraft): string =>
  JSON.stringify([subject, category, description, ...facilityIDs])

/** Whether the user changed a ticket since it was opened. */
export const isChanged = (key: string, draft: TicketDraft): boolean =>
  draftKey(draft) !== key || draft.images.length > 0
