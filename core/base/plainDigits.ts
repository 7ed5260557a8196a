/**
 * A text with Arabic, Persian and full-width digits as 0 to 9, which is what keyboards of other scripts type. Every character
 * keeps its position.
 */
export const plainDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) => String(digit.charCodeAt(0) & 15))
