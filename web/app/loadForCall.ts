import { failureOf } from "./CallFailure.ts"
import { loadModule } from "./loadModule.ts"

/** Loads a module that a call needs. Rejects with a `CallFailure`, as the call does if the server is unreachable. */
export const loadForCall = <Module>(load: () => Promise<Module>): Promise<Module> =>
  loadModule(load).catch(async (error: unknown) => {
    throw await failureOf(error)
  })
