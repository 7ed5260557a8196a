import type { LoggedInUser } from "./LoggedInUser.ts"

/** The Company ID that is shown and copied; 1 where a user has none (000 §3). */
export const companyIdShown = (user: Partial<Pick<LoggedInUser, "companyID">>): number => user.companyID ?? 1
