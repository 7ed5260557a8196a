/** What a shell takes as one word, as it stands; zsh expands `=` at the beginning. */
const plain = /^[\w/:.,@%+-][\w/:=.,@%+-]*$/

/** A word as a POSIX shell reads it back: as it stands where nothing in it means anything, else in single quotes. */
export const shellWord = (text: string): string => (plain.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)
