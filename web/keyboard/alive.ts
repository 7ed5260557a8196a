import type { KeyScope } from "#core/commands/Command.ts"

/** A command with its keys, as the keyboard sees it. */
export interface BoundCommand {
  readonly id: string
  readonly scope: KeyScope
  readonly keys: ReadonlyArray<string>
  /** Only the console itself can carry it out, so it lives where a part of the screen does. */
  readonly view: boolean
  /** Alive in front of and behind everything: a call does not wait for a dialog. */
  readonly always?: boolean
}

/** A part of the screen that hears keys. */
export interface LivePart {
  readonly scope: KeyScope
  readonly modal: boolean
  readonly handles: (id: string) => boolean
  /** Something is selected in it that the commands of a lock can be about. */
  readonly hasLock: boolean
}

/** Further in goes first. */
const depth: Readonly<Record<KeyScope, number>> = { palette: 0, reveal: 1, lock: 2, lists: 3, anywhere: 4 }

const livesIn = (command: BoundCommand, part: LivePart): boolean =>
  command.view || command.scope === "anywhere"
    ? part.handles(command.id)
    : command.scope === part.scope || (command.scope === "lock" && part.hasLock)

/**
 * The commands whose keys are alive, in the order in which they are asked: of the part in front first, inside a part the
 * narrower scope first, at the end those that are alive anywhere. Nothing is alive behind a modal part, but what always is.
 * @param live the parts that hear keys, the one in front first, the last one possibly modal
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

/** What chords typed one after the other come to. */
export type Resolved =
  | { readonly kind: "run"; readonly command: BoundCommand }
  /** More keys are needed; these are what they could lead to. */
  | { readonly kind: "waits"; readonly commands: ReadonlyArray<BoundCommand> }
  | { readonly kind: "nothing" }

/** What keys (`g`, `g d`) mean among commands that are alive; the first that has them is run. */
export const resolve = (keys: string, alive: ReadonlyArray<BoundCommand>): Resolved => {
  const command = alive.find((each) => each.keys.includes(keys))
  if (command !== undefined) return { kind: "run", command }
  const commands = alive.filter((each) => each.keys.some((other) => other.startsWith(`${keys} `)))
  return commands.length === 0 ? { kind: "nothing" } : { kind: "waits", commands }
}
