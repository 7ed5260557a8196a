/** What is said of a field that cannot be taken as it is, the same on every form (000 §5). */

export const requiredWords = (field: string): string => `${field} is required.`

export const emailWords = "Email is invalid"

export const passwordsMatchWords = "Passwords must match"

export const emailsMatchWords = "Emails must match"

/** Whether a text has the form of an email address: something, one @, and a host with a dot. Who owns it, only a mail can tell. */
export const isEmail = (text: string): boolean =>
  /^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/.test(text) && text.length <= 320

/** What to do where a permission or a role does not reach. */
export const askAnAdmin = "Ask an admin of your company for access."
