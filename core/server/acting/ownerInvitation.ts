import { nameOnRecord } from "#core/auth/actingRules.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { UserId } from "#core/base/ids.ts"
import { invitationDays } from "../auth/OneTimeLinks.ts"
import type { Message } from "../mail/Message.ts"

interface InvitedOwner {
  readonly userID: UserId
  readonly email: string
  /** The link where they set a password. */
  readonly link: string
}

/** The invitation of a new company's first Owner. `by` acts for that company. */
export const ownerInvitation = (by: LoggedInUser, { userID, email, link }: InvitedOwner): Message => ({
  companyID: by.companyID,
  userID,
  to: email,
  subject: `${by.companyName} is ready at Lockdesk`,
  body: `${nameOnRecord(by)} set up ${by.companyName} at Lockdesk, with you as its Owner.

Set your password here, within ${invitationDays} days:
${link}

After that, sign in with ${email}. If you weren't expecting this, ignore this email.`,
  link,
  asked: { by: by.userID, path: `/team/users/${userID}` }
})
