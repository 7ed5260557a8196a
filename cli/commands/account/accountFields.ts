/** What `--json` can name of an account. */
export const accountFields = ["userID", "name", "email", "roleID", "companyID", "companyName"] as const
