/** Digits that aren't part of a longer number, such as a time in milliseconds, which contains any combination now and then. */
export const alone = (digits: string): RegExp => new RegExp(`(?<!\\d)${digits}(?!\\d)`)
