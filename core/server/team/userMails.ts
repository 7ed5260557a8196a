import { nameOnRecord } from "#core/auth/actingRules.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { CompanyId, UserId } from "#core/base/ids.ts"
import type { Message } from "../mail/Message.ts"

/** The recipient of an email. */
export interface MailedUser {
  readonly userID: UserId
  readonly companyID: CompanyId
  readonly email: string
}

/** The invitation to a team. `link` sets their password, within `days`. */
export const invitationMail = (by: LoggedInUser, to: MailedUser, link: string, days: number): Message => ({
  companyID: to.companyID,
  userID: to.userID,
  to: to.email,
  subject: `${by.companyName} invites you to Lockdesk`,
  body: `${nameOnRecord(by)} added you to the team of ${by.companyName} at Lockdesk.

Set your password here, within ${days} days:
${link}

After that, sign in with ${to.email}. If you weren't expecting this, ignore this email.`,
  link,
  asked: { by: by.userID, path: `/team/users/${to.userID}` }
})

/** Tells an invited person that the link they have doesn't work any more. */
export const invitationEndedMail = (by: LoggedInUser, to: MailedUser): Message => ({
  companyID: to.companyID,
  userID: to.userID,
  to: to.email,
  subject: `${by.companyName} withdrew its invitation to Lockdesk`,
  body: `${nameOnRecord(by)} of ${by.companyName} withdrew your invitation to the team.

The link in the earlier email doesn't work any more. You don't need to do anything.`
})

/** Notifies the old address that an admin has changed an account's email. */
export const emailChangedMail = (by: LoggedInUser, from: MailedUser, email: string): Message => ({
  companyID: from.companyID,
  userID: from.userID,
  to: from.email,
  subject: "Your Lockdesk email was changed",
  body: `${nameOnRecord(by)} of ${by.companyName} changed the email of your Lockdesk account from ${from.email} to ${email}.

Sign in with ${email} from now on. If this is wrong, tell an admin of your company.`
})
