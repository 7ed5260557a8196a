import type { LoggedInUser } from "./LoggedInUser.ts"

/** The Company ID to display and copy; 1 for users without one (000 §3). */
export const companyIdShown = (user: Partial<Pick<LoggedInUser, "companyID">>): number => user.companyID ?? 1
