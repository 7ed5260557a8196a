import { useSyncExternalStore } from "react"
import { loadCalls } from "#core/api/calls/loadCall.ts"
import type { FieldHead, InputField } from "#core/commands/Command.ts"
import type { AnyCommand, CommandHead } from "#core/commands/registry.ts"
import { loadRequestKeys } from "./effectClient.ts"
import { loadProblems } from "./fetchCall.ts"
import { loadForCall } from "./loadForCall.ts"
import { loadLostAnswers } from "./loadLostAnswers.ts"

type Definitions = ReadonlyMap<string, AnyCommand>

let loaded: Definitions | null = null
let loading: Promise<Definitions> | undefined
const listeners = new Set<() => void>()

/**
 * Loads all command definitions with schemas and calls; until then the console has only their heads. Rejects with a
 * `CallFailure` if the server is unreachable; the next call tries again.
 */
export const loadDefinitions = (): Promise<Definitions> =>
  (loading ??= loadForCall(() => import("#core/commands/registry.ts")).then(
    ({ commands }) => {
      loaded = new Map(commands.map((command) => [command.id, command]))
      for (const listener of listeners) listener()
      return loaded
    },
    (error: unknown) => {
      loading = undefined
      throw error
    }
  ))

/** The full definition of a command. */
export const definitionOf = async ({ id }: Pick<CommandHead, "id">): Promise<AnyCommand> => {
  const command = (await loadDefinitions()).get(id)
  if (command === undefined) throw new RangeError(`no command ${id}`)
  return command
}

/** The full definition of a command if already loaded. */
export const wholeCommand = ({ id }: Pick<CommandHead, "id">): AnyCommand | undefined => loaded?.get(id)

const hasSchema = (field: FieldHead | undefined): field is InputField => field?.schema !== undefined

/** A command's field with its schema; undefined until it is loaded or if there is no such field. */
export const wholeField = (command: CommandHead, key: string): InputField | undefined => {
  const field = command.input[key]
  return hasSchema(field) ? field : loaded?.get(command.id)?.input[key]
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the full definitions are loaded. */
export const useDefinitions = (): boolean => useSyncExternalStore(subscribe, () => loaded !== null)

/**
 * Preloads the definitions and what any call needs, so that they are available when the server isn't, or no longer has this version.
 * Failures are reported by whoever needs them.
 */
export const definitionsLater = {
  preload: (): Promise<void> =>
    Promise.all([loadDefinitions(), loadRequestKeys(), loadLostAnswers(), loadCalls(), loadProblems()]).then(
      () => undefined,
      () => undefined
    )
}
