import { Schema } from "effect"

/** What is limited per user, in the words of its message. */
export const LimitedThing = Schema.Literals([
  "reveals",
  "exports",
  "support tickets",
  "facility transfers",
  "invitations",
  "user imports"
])
export type LimitedThing = typeof LimitedThing.Type
