import { Effect, Exit, Scope } from "effect"
import { Role } from "#core/auth/roles.ts"
import { simulatorPaths } from "#core/fms/fmsSimulators.ts"
import { Fms, type FmsId } from "#core/fms/fmsSystems.ts"
import type { FmsSettings } from "#server/fms/FmsSettings.ts"
import { type Simulator, type SimulatorOptions, startSimulator } from "#server/fms/simulators/startSimulator.ts"

/** Systems with an API. */
export const wires: ReadonlyArray<FmsId> = [
  Fms.id.StorableEdge,
  Fms.id.Sitelink,
  Fms.id.Hummingbird,
  Fms.id.WebSelfStorage,
  Fms.id.SsmCloud,
  Fms.id.Yardi
]

/** A separate simulator for the test, and server settings that reach it in place of the vendors. */
export const openSimulator = async (
  options: SimulatorOptions = {}
): Promise<Simulator & { readonly settings: Partial<FmsSettings>; readonly close: () => Promise<void> }> => {
  const scope = Scope.makeUnsafe()
  const simulator = await Effect.runPromise(Scope.provide(startSimulator(options), scope))
  return {
    ...simulator,
    settings: {
      privateHosts: [new URL(simulator.address).host],
      baseUrls: Object.fromEntries(wires.map((fms) => [fms, baseUrlOf(simulator.address, fms)])),
      timeout: 2_000,
      retries: 0
    },
    close: () => Effect.runPromise(Scope.close(scope, Exit.void))
  }
}

/** The base URL of an FMS on a simulator. */
export const baseUrlOf = (address: string, fms: FmsId): string => `${address}/${simulatorPaths[fms] ?? ""}`

export const admin = Role.id.Admin
