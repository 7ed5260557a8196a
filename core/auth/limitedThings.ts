import { Schema } from "effect"

/** What is limited per user or serial code, in the words of its message. */
export const LimitedThing = Schema.Literals([
  "reveals",
  "reveals of this serial code",
  "exports",
  "support tickets",
  "facility transfers",
  "invitations",
  "user imports"
])
export type LimitedThing = typeof LimitedThing.Type
