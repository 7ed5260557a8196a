import { lazyPart } from "#web/app/lazyPart.ts"
import { placeholderClosedBy } from "./placeholder.ts"

/** The facts of a row in a dialog, loaded when a list is first used. */
export const PeekDialog = lazyPart(
  () => import("./PeekDialog.tsx"),
  "PeekDialog",
  placeholderClosedBy("layer.close", "lists.peek")
)
