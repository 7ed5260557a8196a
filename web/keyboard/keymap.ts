import { useSyncExternalStore } from "react"
import type { CommandId } from "#core/commands/registry.ts"
import { commandBook } from "#web/app/commandBook.ts"
import { read, write } from "#web/app/storage.ts"

/** Keys that somebody chose instead of a command's own, by command id; an empty list takes a command's keys away. */
export type Remapped = Readonly<Record<string, ReadonlyArray<string>>>

/** What somebody changed of the keys. */
export interface KeySettings {
  readonly remapped: Remapped
  /** Single letters and digits work as keys (WCAG 2.1.4 asks that they can be switched off). */
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
    // What was kept by hand or by another version is no reason not to start.
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

/** What somebody changed of the keys, now. */
export const keySettings = (): KeySettings => settings

export const useKeySettings = (): KeySettings => useSyncExternalStore(subscribe, keySettings)

/** Changes the keys, here and after a reload. */
export const changeKeySettings = (next: KeySettings): void => {
  settings = next
  write("keys", JSON.stringify(next))
  for (const listener of listeners) listener()
}

/** The keys of a command: those somebody chose, else its own. */
export const keysOf = (id: CommandId): ReadonlyArray<string> =>
  settings.remapped[id] ?? commandBook().byId(id)?.keys ?? []

export const useKeysOf = (id: CommandId): ReadonlyArray<string> => {
  useKeySettings()
  return keysOf(id)
}

/** Every command that has keys, with them. */
export const boundCommands = () =>
  commandBook()
    .commands.map((command) => ({ command, keys: keysOf(command.id as CommandId) }))
    .filter(({ keys }) => keys.length > 0)
