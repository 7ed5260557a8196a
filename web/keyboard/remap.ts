import type { KeyScope } from "#core/commands/Command.ts"

/** A command with its keys now, as far as choosing others needs to know it. */
export interface Named {
  readonly id: string
  readonly title: string
  readonly scope: KeyScope
  readonly keys: ReadonlyArray<string>
}

/** Whether one of two keys would never be reached beside the other: they are the same, or one begins the other. */
export const clash = (a: string, b: string): boolean => a === b || a.startsWith(`${b} `) || b.startsWith(`${a} `)

/** Keys that browsers and assistive technology keep for themselves. */
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

/** Why `keys` cannot be the keys of a command, in words, or null when they can. */
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

/** Every pair of commands of one scope whose keys collide, in words. */
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
