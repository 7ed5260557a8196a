import { Effect, Exit, Scope } from "effect"
import { Role } from "#core/auth/roles.ts"
import { simulatorPaths } from "#core/fms/fmsSimulators.ts"
import { Fms, type FmsId } from "#core/fms/fmsSystems.ts"
import type { FmsSettings } from "#server/fms/FmsSettings.ts"
import { type Simulator, type SimulatorOptions, startSimulator } from "#server/fms/simulators/startSimulator.ts"

/** The systems that have a wire. */
export const wires: ReadonlyArray<FmsId> = [
  Fms.id.StorableEdge,
  Fms.id.Sitelink,
  Fms.id.Hummingbird,
  Fms.id.WebSelfStorage,
  Fms.id.SsmCloud,
  Fms.id.Yardi
]

/** A simulator of this test's own, and the settings of a server that reaches it where the vendors would be. */
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

/** Where a simulator at an address speaks an FMS. */
export const baseUrlOf = (address: string, fms: FmsId): string => `${address}/${simulatorPaths[fms] ?? ""}`

export const admin = Role.id.Admin
