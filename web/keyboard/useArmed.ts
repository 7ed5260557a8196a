import { useSyncExternalStore } from "react"
import type { CommandId } from "#core/commands/registry.ts"
import { keyboard } from "./Keyboard.ts"

/** The command whose digit is armed, or null. */
export const useArmed = (): CommandId | null =>
  useSyncExternalStore(keyboard.subscribe, keyboard.armed)?.command ?? null
