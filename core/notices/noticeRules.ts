import { Role, type RoleId } from "#core/auth/roles.ts"
import type { CompanyId, UserId } from "#core/base/ids.ts"
import type { FieldIssue } from "#core/base/problem.ts"
import { BroadcastAudience, type BroadcastAudienceId } from "./broadcastAudiences.ts"

/** Roles that may send announcements. */
export const announcingRoles: ReadonlySet<RoleId> = new Set([Role.id.SuperAdmin])

/** The maximum length of an announcement, which is shown as a toast. */
export const longestAnnouncement = 500

/** Notices are deleted after this many days, read or not. */
export const noticeDays = 90

/** A requested announcement. */
export interface BroadcastRequest {
  readonly audience: BroadcastAudienceId
  readonly message: string
  readonly toCompanyID?: CompanyId | undefined
  readonly toUserID?: UserId | undefined
}

/** All problems of an announcement; empty if it can be sent. */
export const broadcastIssues = (request: BroadcastRequest): ReadonlyArray<FieldIssue> => {
  const { audience, message, toCompanyID, toUserID } = request
  const toCompany = audience === BroadcastAudience.id.UsersInSpecificCompany
  const toUser = audience === BroadcastAudience.id.SpecificUser
  const { label } = BroadcastAudience
  const rules: ReadonlyArray<readonly [boolean, FieldIssue]> = [
    [/[^\p{C}\p{Z}]/u.test(message), { path: "message", message: "Enter the text of the announcement." }],
    [
      [...message.trim()].length <= longestAnnouncement,
      { path: "message", message: `Use at most ${longestAnnouncement} characters.` }
    ],
    [
      toCompany === (toCompanyID !== undefined),
      {
        path: "toCompanyID",
        message: toCompany ? "Choose the company." : `Don't set a company for '${label(audience)}'.`
      }
    ],
    [
      toUser === (toUserID !== undefined),
      { path: "toUserID", message: toUser ? "Choose the user." : `Don't set a user for '${label(audience)}'.` }
    ]
  ]
  return rules.filter(([met]) => !met).map(([, issue]) => issue)
}
