import { Schema } from "effect"
import type { Words } from "./problem.ts"

/** Who made the current version of something, by name; null if nobody changed it since it was created. */
export const updatedBy = { updatedBy: Schema.NullOr(Schema.String) }

/** The message for an edit that is based on an outdated version. `changed` is its subject and verb: "This user was". */
export const changedMeanwhile =
  (changed: string, it: "it" | "them") =>
  (data: { readonly updatedBy?: string | null | undefined }): Words => ({
    error: `${changed} changed by ${data.updatedBy ?? "someone else"} since you opened ${it}.`,
    next: "Your edits weren't saved. Load the latest version and make your change again."
  })
