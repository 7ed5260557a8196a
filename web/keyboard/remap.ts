import type { KeyScope } from "#core/commands/Command.ts"

/** A command with its current keys, for checking new keys. */
export interface Named {
  readonly id: string
  readonly title: string
  readonly scope: KeyScope
  readonly keys: ReadonlyArray<string>
}

/** Whether two key sequences conflict: they are equal, or one is a prefix of the other. */
export const clash = (a: string, b: string): boolean => a === b || a.startsWith(`${b} `) || b.startsWith(`${a} `)

/** Keys reserved by browsers and assistive technology. */
const kept: ReadonlySet<string> = new Set([
  "tab",
  "shift+tab",
  "mod+w",
  "mod+t",
  "mod+n",
  "mod+shift+n",
  "mod+q",
  "mod+r"
])

/** Why a command can't have these keys, or null. */
export const keysRefusal = (command: Named, keys: string, all: ReadonlyArray<Named>): string | null => {
  const chords = keys.split(" ")
  const taken = chords.find((chord) => kept.has(chord))
  if (taken !== undefined) return `The browser uses ${taken}.`
  if (/^\d/.test(keys) && command.scope !== "reveal") return "Digits look up a serial code."
  const other = all.find(
    (each) => each.id !== command.id && each.scope === command.scope && each.keys.some((its) => clash(its, keys))
  )
  return other === undefined ? null : `Already used by ${other.title}.`
}

/** All conflicts between the keys of commands in the same scope, as text. */
export const collisions = (all: ReadonlyArray<Named>): ReadonlyArray<string> =>
  all.flatMap((one, at) =>
    all
      .slice(at + 1)
      .filter((other) => other.scope === one.scope)
      .flatMap((other) =>
        one.keys
          .filter((keys) => other.keys.some((its) => clash(keys, its)))
          .map((keys) => `${one.id} and ${other.id}: ${keys}`)
      )
  )
