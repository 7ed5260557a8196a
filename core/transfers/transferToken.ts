/** Extracts the token from pasted text: the link from the email, or the token alone. */
export const tokenIn = (text: string): string => /[?&]token=([^&#\s]+)/.exec(text)?.[1] ?? text.trim()
