import type { Target } from "./local/connection.ts"
import type { Environment } from "./local/environment.ts"
import type { Settings } from "./local/Settings.ts"
import type { Terminal } from "./output/Terminal.ts"
import type { CommandSpec } from "./specs/CommandSpec.ts"
import type { GlobalValues } from "./specs/globalOptions.ts"

/** One run of a command: its inputs and its environment. */
export interface Call {
  readonly spec: CommandSpec
  /** The typed inputs, by name. */
  readonly given: Readonly<Record<string, string | true | undefined>>
  readonly flags: GlobalValues
  readonly terminal: Terminal
  readonly environment: Environment
  readonly settings: Settings
  /** Aborted by Ctrl+C. */
  readonly signal: AbortSignal
  /** The server it talks to. Throws if the named profile does not exist. */
  readonly target: () => Target
}

/** The facility of `--facility`, or the profile's; undefined if neither is set. */
export const defaultFacility = ({ flags, target }: Call): string | undefined =>
  flags.facility ?? target().facility ?? undefined
