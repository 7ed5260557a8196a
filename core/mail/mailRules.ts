import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { Role } from "#core/auth/roles.ts"

/** The facts of a message that decide who may read it. */
export interface SentMessage {
  /** The email address it was sent to. */
  readonly to: string
  /** Whether a one-time link in it is kept apart from the text, so that the text can be shown without it. */
  readonly linkApart: boolean
}

/**
 * What a user may read of a message of their company: all of it with a one-time link in it, the text without the link, or
 * nothing. Whoever reads a link that sets a password has the account, so links are for the recipient and for Super Admins
 * (DECISIONS, Added on 2026-11-22: Outbox).
 */
export const mailReading = (user: LoggedInUser, { to, linkApart }: SentMessage): "whole" | "text" | "none" => {
  if (user.roleID === Role.id.SuperAdmin || to.toLowerCase() === user.email.toLowerCase()) return "whole"
  return linkApart ? "text" : "none"
}
