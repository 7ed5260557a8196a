import { dialogPart } from "./frontPart.ts"

/** The facts of a row in a dialog, loaded when a list is first used. */
export const PeekDialog = dialogPart(() => import("./PeekDialog.tsx"), "PeekDialog")
