import { useSyncExternalStore } from "react"
import type { FieldHead, InputField } from "#core/commands/Command.ts"
import type { AnyCommand, CommandHead } from "#core/commands/registry.ts"
import { callFailureOf } from "./CallFailure.ts"

type Definitions = ReadonlyMap<string, AnyCommand>

let loaded: Definitions | null = null
let loading: Promise<Definitions> | undefined
const listeners = new Set<() => void>()

/**
 * Loads every command whole: its schemas, and what it runs. Until then the console knows their heads. Rejects with a
 * `CallFailure` where the server is away, and is tried again the next time.
 */
export const loadDefinitions = (): Promise<Definitions> =>
  (loading ??= import("#core/commands/registry.ts").then(
    ({ commands }) => {
      loaded = new Map(commands.map((command) => [command.id, command]))
      for (const listener of listeners) listener()
      return loaded
    },
    (error: unknown) => {
      loading = undefined
      throw callFailureOf(error)
    }
  ))

/** A command whole. */
export const definitionOf = async ({ id }: Pick<CommandHead, "id">): Promise<AnyCommand> => {
  const command = (await loadDefinitions()).get(id)
  if (command === undefined) throw new RangeError(`no command ${id}`)
  return command
}

/** A command whole, where it is loaded already. */
export const wholeCommand = ({ id }: Pick<CommandHead, "id">): AnyCommand | undefined => loaded?.get(id)

const hasSchema = (field: FieldHead | undefined): field is InputField => field?.schema !== undefined

/** A field of a command with its schema; undefined until that is loaded, and where there is no such field. */
export const wholeField = (command: CommandHead, key: string): InputField | undefined => {
  const field = command.input[key]
  return hasSchema(field) ? field : loaded?.get(command.id)?.input[key]
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the commands are loaded whole. */
export const useDefinitions = (): boolean => useSyncExternalStore(subscribe, () => loaded !== null)

/** Loads them before one is run, so that they are there when the server is not; whoever then needs them tells of a failure. */
export const definitionsLater = {
  preload: (): Promise<void> =>
    loadDefinitions().then(
      () => undefined,
      () => undefined
    )
}
