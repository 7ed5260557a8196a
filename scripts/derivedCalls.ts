import type { Plugin } from "vite"
import { deriveCalls } from "#core/api/calls/deriveCalls.ts"
import { written } from "./written.ts"

const loaderFile = /core\/api\/calls\/loadCall\.ts$/
const prefix = "calls-of-"

/** The group whose calls every start of the console makes: who is signed in. */
const atOnce = "auth"

/**
 * The calls of the console as plain data (core/api/calls), derived while it is built: a small file a group, loaded with its first
 * call. The contract itself, with the schemas of all it sends and answers, is not in the console.
 */
export const derivedCallsOfConsole = (): Plugin => ({
  name: "derived-calls",
  resolveId: (id) => (id.startsWith(prefix) ? id : null),
  load: (id) => {
    if (loaderFile.test(id)) return loader()
    return id.startsWith(prefix) ? callsOf(id.slice(prefix.length)) : null
  }
})

const loader = (): string => {
  const groups = new Set(Object.keys(deriveCalls()).map((ref) => ref.split(".")[0]))
  const loads = [...groups].map(
    (group) => `${group}: ${group === atOnce ? "() => ({ calls })" : `() => import("${prefix}${group}")`}`
  )
  return `import { calls } from "${prefix}${atOnce}"
const groups = {${loads.join(",")}}
export const loadCall = async (ref) => {
  const [group, name] = ref.split(".")
  return (await groups[group]?.())?.calls[name]
}`
}

const callsOf = (group: string): string => {
  const calls = Object.entries(deriveCalls())
    .map(([ref, spec]) => [ref.split("."), spec] as const)
    .filter(([[of]]) => of === group)
    .map(([[, name = ""], spec]) => [name, spec] as const)
  return `export const calls = ${written(Object.fromEntries(calls))}`
}
