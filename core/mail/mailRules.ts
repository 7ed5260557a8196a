import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { Role } from "#core/auth/roles.ts"

/** The fields of a message that decide who may read it. */
export interface SentMessage {
  /** The recipient's email address. */
  readonly to: string
  /** Whether a one-time link is stored separately, so that the text can be shown without it. */
  readonly linkApart: boolean
}

/**
 * How much of a company's message a user may read: everything including a one-time link, the text without the link, or
 * nothing. Anyone with a link that sets a password can take over the account, so only the recipient and Super Admins
 * get links (DECISIONS, Added on 2026-11-22: Outbox).
 */
export const mailReading = (user: LoggedInUser, { to, linkApart }: SentMessage): "whole" | "text" | "none" => {
  if (user.roleID === Role.id.SuperAdmin || to.toLowerCase() === user.email.toLowerCase()) return "whole"
  return linkApart ? "text" : "none"
}
