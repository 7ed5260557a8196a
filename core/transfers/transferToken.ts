/** The token in what somebody pasted: the address of the mail, or the token by itself. */
export const tokenIn = (text: string): string => /[?&]token=([^&#\s]+)/.exec(text)?.[1] ?? text.trim()
