import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { Message } from "../mail/Message.ts"

/** The message to a new email. Opening `link` confirms it. */
export const newEmailMail = (user: LoggedInUser, email: string, link: string): Message => ({
  companyID: user.ownCompanyID,
  userID: user.userID,
  to: email,
  subject: "Confirm your new Lockdesk email",
  body: `You asked to use ${email} for your Lockdesk account.

Confirm it here, within 30 minutes:
${link}

Until then, keep signing in with ${user.email}. If this wasn't you, ignore this email.`,
  link,
  asked: { by: user.userID }
})

/** Notifies the old email that a new one was requested. */
export const oldEmailMail = (user: LoggedInUser, email: string): Message => ({
  companyID: user.ownCompanyID,
  userID: user.userID,
  to: user.email,
  subject: "A new email for your Lockdesk account",
  body: `Someone signed in to your Lockdesk account asked to change its email to ${email}. The change takes effect when they open the link we sent there.

If this wasn't you, set a new password now. That cancels the link. Then tell an admin of your company.`
})
