import { dialogPart } from "./frontPart.ts"

/** The preview dialog of a row. Loads when a list is first used. */
export const PeekDialog = dialogPart(() => import("./PeekDialog.tsx"), "PeekDialog")
