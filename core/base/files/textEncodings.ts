/** The encodings in which text files are read. */
export const textEncodings = ["utf-8", "utf-16le", "utf-16be", "windows-1252"] as const
export type TextEncoding = (typeof textEncodings)[number]

/** What to tell the user about an encoding; null if the bytes prove it. */
export const encodingNote = (encoding: TextEncoding | null): string | null =>
  encoding === "windows-1252"
    ? "Read as Windows-1252. If some characters look wrong, save the file as CSV UTF-8."
    : null
