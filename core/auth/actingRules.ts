import type { LoggedInUser } from "./LoggedInUser.ts"
import { siteLevelRoles } from "./roles.ts"

/** Whether a user may act for companies other than their own (DECISIONS, Roles). */
export const mayActForOthers = ({ roleID }: Pick<LoggedInUser, "roleID">): boolean => siteLevelRoles.has(roleID)

/** Whether a user acts for a company other than their own now. */
export const actsForAnother = (user: Pick<LoggedInUser, "companyID" | "ownCompanyID">): boolean =>
  user.companyID !== user.ownCompanyID

/** The name of a user in what a company keeps of them: with their own company where they act for that one. */
export const nameOnRecord = (
  user: Pick<LoggedInUser, "name" | "companyID" | "ownCompanyID" | "ownCompanyName">
): string => (actsForAnother(user) ? `${user.name} (${user.ownCompanyName})` : user.name)
