import { Effect, Exit } from "effect"
import { fmsProfiles } from "#core/fms/fmsFields.ts"
import { simulatorPaths } from "#core/fms/fmsSimulators.ts"
import { Fms } from "#core/fms/fmsSystems.ts"
import { type SimulatorOptions, startSimulator } from "#server/fms/simulators/startSimulator.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { Failure } from "#cli/output/Failure.ts"
import { failureOfCause } from "#cli/output/failureOf.ts"
import type { Terminal } from "#cli/output/Terminal.ts"

/**
 * Starts simulators, prints the base URL of each on stdout, and runs until `signal` is aborted. Rejects with a Failure if they
 * can't start.
 */
export const simulateUntilStopped = async (
  terminal: Terminal,
  options: SimulatorOptions,
  signal: AbortSignal
): Promise<void> => {
  const running = Effect.scoped(
    Effect.gen(function* () {
      const { address } = yield* startSimulator(options)
      const rows = (options.systems ?? Fms.ids).flatMap((id) => {
        const path = simulatorPaths[id]
        return path === undefined ? [] : [{ id, path, fms: Fms.label(id), baseUrl: `${address}/${path}` }]
      })
      const wired = rows.filter(({ id }) => fmsProfiles[id].connection === "wire")
      const config = {
        privateHosts: [new URL(address).host],
        baseUrls: Object.fromEntries(wired.map(({ path, baseUrl }) => [path, baseUrl]))
      }
      terminal.talk(
        `To use them, start the server with LOCKDESK_FMS_CONFIG set to a file containing: ${JSON.stringify(config)}`
      )
      const json = terminal.outputOptions.format.kind !== "table"
      const text = json
        ? `${JSON.stringify(rows.map(({ fms, baseUrl }) => ({ fms, baseUrl })))}\n`
        : rows.map(({ fms, baseUrl }) => `${fms.padEnd(22)}  ${baseUrl}\n`).join("")
      yield* Effect.promise(() => terminal.data(text))
      return yield* Effect.never
    })
  ).pipe(
    Effect.mapError(
      (error) =>
        new Failure({
          code: "CannotListen",
          message: `The simulators can't listen: ${error.message}.`,
          next: "Choose another --port.",
          exit: exitCodes.failed,
          field: "port"
        })
    )
  )
  const exit = await Effect.runPromiseExit(running, { signal })
  if (Exit.isFailure(exit) && !signal.aborted) throw failureOfCause(exit.cause, "")
}
