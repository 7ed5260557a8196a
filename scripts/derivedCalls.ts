import type { Plugin } from "vite"
import { deriveCalls } from "#core/api/calls/deriveCalls.ts"
import { written } from "./written.ts"

const loaderFile = /core\/api\/calls\/loadCall\.ts$/
const allCalls = "all-calls"

/** Not a file of its own: the calls made at every start, to sign in and for the signed-in user. */
const atOnce = /^auth\./

/**
 * The console's calls as plain data (core/api/calls), derived at build time: one file, loaded with the first call after the
 * sign-in. The console does not contain the contract itself with all its schemas.
 */
export const derivedCallsOfConsole = (): Plugin => ({
  name: "derived-calls",
  resolveId: (id) => (id === allCalls ? id : null),
  load: (id) => {
    if (loaderFile.test(id)) return loader()
    return id === allCalls ? `export const calls = ${written(deriveCalls())}` : null
  }
})

const loader = (): string => {
  const calls = Object.entries(deriveCalls()).filter(([ref]) => atOnce.test(ref))
  return `import { loadModule } from "#web/app/loadModule.ts"
const calls = ${written(Object.fromEntries(calls))}
let all
export const loadCalls = async () => (all ??= (await loadModule(() => import("${allCalls}"))).calls)
export const loadCall = async (ref) => calls[ref] ?? (await loadCalls())[ref]`
}
