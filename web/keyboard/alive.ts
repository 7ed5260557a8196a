import type { KeyScope } from "#core/commands/Command.ts"

/** A command with its keys, as the keyboard sees it. */
export interface BoundCommand {
  readonly id: string
  readonly scope: KeyScope
  readonly keys: ReadonlyArray<string>
  /** Handled only by the console, so its keys are active only while a layer handles it. */
  readonly view: boolean
  /** Active even behind a modal part, because a caller on the phone doesn't wait for a dialog to close. */
  readonly always?: boolean
}

/** A part of the screen that gets keys. */
export interface LivePart {
  readonly scope: KeyScope
  readonly modal: boolean
  readonly handles: (id: string) => boolean
  /** It has a selected lock that lock commands can act on. */
  readonly hasLock: boolean
}

/** Precedence of scopes; lower numbers first. */
const depth: Readonly<Record<KeyScope, number>> = { palette: 0, reveal: 1, lock: 2, lists: 3, anywhere: 4 }

const livesIn = (command: BoundCommand, part: LivePart): boolean =>
  command.view || command.scope === "anywhere"
    ? part.handles(command.id)
    : command.scope === part.scope || (command.scope === "lock" && part.hasLock)

/**
 * Commands whose keys are active, in lookup order: those of the front part first, within a part the narrower scope
 * first, and last those active anywhere. Behind a modal part only `always` commands are active.
 * @param live the parts that get keys, front to back; the last one may be modal
 */
export const aliveCommands = (
  commands: ReadonlyArray<BoundCommand>,
  live: ReadonlyArray<LivePart>
): ReadonlyArray<BoundCommand> => {
  const modal = live.some((part) => part.modal)
  const placed = commands.flatMap((command) => {
    const part = live.findIndex((each) => livesIn(command, each))
    if (part !== -1) return [{ command, part }]
    const anywhere = command.scope === "anywhere" && !command.view && !modal
    return anywhere || command.always === true ? [{ command, part: live.length }] : []
  })
  return placed
    .sort((a, b) => a.part - b.part || depth[a.command.scope] - depth[b.command.scope])
    .map(({ command }) => command)
}

/** Result of the chords typed so far. */
export type Resolved =
  | { readonly kind: "run"; readonly command: BoundCommand }
  /** More keys are needed to reach one of these. */
  | { readonly kind: "waits"; readonly commands: ReadonlyArray<BoundCommand> }
  | { readonly kind: "nothing" }

/** Looks keys (`g`, `g d`) up among the active commands. The first match wins. */
export const resolve = (keys: string, alive: ReadonlyArray<BoundCommand>): Resolved => {
  const command = alive.find((each) => each.keys.includes(keys))
  if (command !== undefined) return { kind: "run", command }
  const commands = alive.filter((each) => each.keys.some((other) => other.startsWith(`${keys} `)))
  return commands.length === 0 ? { kind: "nothing" } : { kind: "waits", commands }
}
