import { nameOnRecord } from "#core/auth/actingRules.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { Role } from "#core/auth/roles.ts"
import type { FacilityId } from "#core/base/ids.ts"
import type { TicketId } from "#core/support/ticketIds.ts"

/** The facts of a ticket in its email. */
export interface TicketEmailFacts {
  readonly ticketID: TicketId
  readonly subject: string
  readonly category: string
  readonly description: string
  readonly companyName: string
  readonly facilities: ReadonlyArray<{ readonly id: FacilityId; readonly name: string }>
  readonly images: ReadonlyArray<{ readonly name: string; readonly bytes: number }>
}

const size = (bytes: number): string => `${Math.max(1, Math.round(bytes / 1024))} KB`

/** The email to support about a ticket. */
export const ticketEmail = (user: LoggedInUser, facts: TicketEmailFacts): string => {
  const { ticketID, subject, category, description, companyName, facilities, images } = facts
  return [
    `Ticket ${ticketID}: ${subject}`,
    "",
    `Category: ${category}`,
    `From: ${nameOnRecord(user)} <${user.email}>, ${Role.label(user.roleID)}`,
    `Company: ${companyName} (${user.companyID})`,
    `Facilities: ${facilities.length === 0 ? "none named" : facilities.map(({ id, name }) => `${name} (${id})`).join(", ")}`,
    `Images: ${images.length === 0 ? "none" : images.map(({ name, bytes }) => `${name} (${size(bytes)})`).join(", ")}`,
    "",
    description
  ].join("\n")
}
