import { useSyncExternalStore } from "react"
import type { CommandId } from "#core/commands/registry.ts"
import { commandBook } from "#web/app/commandBook.ts"
import { read, write } from "#web/app/storage.ts"

/** Keys the user set for commands, by command ID. An empty list removes a command's keys. */
export type Remapped = Readonly<Record<string, ReadonlyArray<string>>>

/** The user's key settings. */
export interface KeySettings {
  readonly remapped: Remapped
  /** Single letters and digits work as keys (WCAG 2.1.4 requires a way to turn them off). */
  readonly letters: boolean
}

const untouched: KeySettings = { remapped: {}, letters: true }

const isRemapped = (value: unknown): value is Remapped =>
  typeof value === "object" &&
  value !== null &&
  Object.values(value).every((keys) => Array.isArray(keys) && keys.every((each) => typeof each === "string"))

const parse = (kept: string | null): KeySettings => {
  if (kept === null) return untouched
  try {
    const { remapped, letters } = JSON.parse(kept) as { remapped?: unknown; letters?: unknown }
    return { remapped: isRemapped(remapped) ? remapped : {}, letters: letters !== false }
  } catch (error) {
    // Text edited by hand or stored by another version must not prevent loading.
    if (error instanceof SyntaxError) return untouched
    throw error
  }
}

let settings = parse(read("keys"))
const listeners = new Set<() => void>()

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The current key settings. */
export const keySettings = (): KeySettings => settings

export const useKeySettings = (): KeySettings => useSyncExternalStore(subscribe, keySettings)

/** Changes and stores the key settings. */
export const changeKeySettings = (next: KeySettings): void => {
  settings = next
  write("keys", JSON.stringify(next))
  for (const listener of listeners) listener()
}

/** Keys of a command: the user's, or its defaults. */
export const keysOf = (id: CommandId): ReadonlyArray<string> =>
  settings.remapped[id] ?? commandBook().byId(id)?.keys ?? []

export const useKeysOf = (id: CommandId): ReadonlyArray<string> => {
  useKeySettings()
  return keysOf(id)
}
