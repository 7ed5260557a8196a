import { Schema } from "effect"

/** A text that the database can store: without NUL or unpaired surrogates. */
export const StorableText = (most: number) =>
  Schema.String.check(
    Schema.isMaxLength(most),
    Schema.makeFilter((text: string) => !text.includes("\0") && text.isWellFormed(), {
      message: "Expected valid text without NUL characters"
    })
  )
