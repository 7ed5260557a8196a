/** Messages for invalid fields, the same on every form (000 §5). */

/** A field's label with its verb: 'Events are', 'Status is'. Words that end in -ss and -us are singular. */
export const withVerb = (label: string): string => `${label} ${/[^su]s$/i.test(label) ? "are" : "is"}`

export const requiredWords = (field: string): string => `${withVerb(field)} required.`

export const tooLongWords = (field: string, most: number): string => `${field} cannot be more than ${most} characters.`

export const tooShortWords = (field: string, least: number): string => `${field} must be at least ${least} characters.`

export const emailWords = "Email is invalid"

export const passwordsMatchWords = "Passwords must match"

export const emailsMatchWords = "Emails must match"

/**
 * Whether a text looks like an email address: something, one @, and a host with a dot. Only sending a message can prove more.
 * Characters that separate or quote addresses in a message header are refused, so that it is never sent to another one.
 */
export const isEmail = (text: string): boolean =>
  /^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/.test(text) && !/["(),:;<>[\]\\]/.test(text) && text.length <= 320

/** The next step where the role itself can't: no permission changes that (001 §4). */
export const askAnotherRole = "Ask someone with another role to do it."

/** The next step for a missing permission or role. */
export const askAnAdmin = "Ask an admin of your company for access."
