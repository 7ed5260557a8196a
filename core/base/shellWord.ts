/** Text that needs no quotes in a shell; zsh expands a leading `=`. */
const plain = /^[\w/:.,@%+-][\w/:=.,@%+-]*$/

/** Quotes a word for a POSIX shell: unchanged if nothing in it is special, otherwise in single quotes. */
export const shellWord = (text: string): string => (plain.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)
