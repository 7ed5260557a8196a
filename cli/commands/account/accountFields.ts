/** The fields of an account for `--json`. */
export const accountFields = ["userID", "name", "email", "roleID", "companyID", "companyName"] as const
