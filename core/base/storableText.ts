import { Schema } from "effect"

/** A text that the database can hold: not the character NUL, and no half of a surrogate pair. */
export const StorableText = (most: number) =>
  Schema.String.check(
    Schema.isMaxLength(most),
    Schema.makeFilter((text: string) => !text.includes("\0") && text.isWellFormed(), {
      message: "Expected valid text without NUL characters"
    })
  )
