import { exitCodes } from "#cli/exitCodes.ts"
import { targetOf } from "#cli/local/connection.ts"
import type { Environment } from "#cli/local/environment.ts"
import { readSettings } from "#cli/local/Settings.ts"
import { failureOf } from "#cli/output/failureOf.ts"
import type { Streams } from "#cli/output/Terminal.ts"
import type { Ended } from "#cli/run.ts"
import type { CommandSpec } from "#cli/specs/CommandSpec.ts"
import type { GlobalValues } from "#cli/specs/globalOptions.ts"
import { drawScreen } from "./drawScreen.ts"
import { prepareScreens } from "./loadScreens.ts"
import { paletteData } from "./paletteData.ts"

/** Opens the palette until it is closed: exit code 0 by Esc, 130 by Ctrl+C. Its commands get the `flags` it is opened with. */
export const openPalette = async (
  streams: Streams,
  specs: ReadonlyArray<CommandSpec>,
  signal: AbortSignal,
  environment: Environment,
  flags: GlobalValues
): Promise<Ended> => {
  try {
    const target = targetOf(flags, environment, readSettings(environment.folder))
    const end = await drawScreen<"left">(
      streams,
      async () => {
        const data = await paletteData(specs, environment, target, flags, signal)
        await prepareScreens()
        const { paletteScreen } = await import("./Palette.tsx")
        return (ending) => paletteScreen({ data, onLeave: () => ending.end("left") })
      },
      signal
    )
    return { code: end === "left" ? exitCodes.done : exitCodes.interrupted, failure: null }
  } catch (error) {
    const failure = failureOf(error, "")
    return { code: failure.facts.exit, failure }
  }
}
