import type { LoggedInUser } from "./LoggedInUser.ts"
import { siteLevelRoles } from "./roles.ts"

/** Whether a user may act for companies other than their own (DECISIONS, Roles). */
export const mayActForOthers = ({ roleID }: Pick<LoggedInUser, "roleID">): boolean => siteLevelRoles.has(roleID)

/** Whether a user currently acts for a company other than their own. */
export const actsForAnother = (user: Pick<LoggedInUser, "companyID" | "ownCompanyID">): boolean =>
  user.companyID !== user.ownCompanyID

/** A user's name as it is stored with a company's data. Includes the user's own company if they act for another one. */
export const nameOnRecord = (
  user: Pick<LoggedInUser, "name" | "companyID" | "ownCompanyID" | "ownCompanyName">
): string => (actsForAnother(user) ? `${user.name} (${user.ownCompanyName})` : user.name)
