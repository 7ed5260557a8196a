import type { Plugin } from "vite"
import { deriveCalls } from "#core/api/calls/deriveCalls.ts"
import { written } from "./written.ts"

const loaderFile = /core\/api\/calls\/loadCall\.ts$/
const prefix = "calls-of-"

/** The group whose call the console makes at every start: the signed-in user. */
const atOnce = "auth"

/** Not a group, but the calls of all groups. */
const all = "all"

/**
 * The console's calls as plain data (core/api/calls), derived at build time: a small file per group, loaded with its first
 * call, and one with all of them, loaded after the first screen. The console does not contain the contract itself with all
 * its schemas.
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
  // A browser may remember a failed module load for as long as the page is open. A different URL makes it retry, and is safe
  // because the file contains only data.
  return `import { calls } from "${prefix}${atOnce}"
const groups = {${loads.join(",")}}
let again = 0
const failed = new Map()
const load = async (group) => {
  const address = failed.get(group)
  if (address !== undefined) {
    const file = await import(/* @vite-ignore */ address + "?again=" + ++again)
    groups[group] = () => file
    failed.delete(group)
    return file
  }
  try {
    return await groups[group]?.()
  } catch (error) {
    const [address] = /https?:[^ ]+[.]js/.exec(String(error)) ?? []
    if (address !== undefined) failed.set(group, address)
    throw error
  }
}
let whole
export const loadCalls = async () => (whole ??= (await import("${prefix}${all}")).calls)
export const loadCall = async (ref) => {
  const [group, name] = ref.split(".")
  return whole?.[ref] ?? (await load(group))?.calls[name]
}`
}

const callsOf = (group: string): string => {
  if (group === all) return `export const calls = ${written(deriveCalls())}`
  const calls = Object.entries(deriveCalls())
    .map(([ref, spec]) => [ref.split("."), spec] as const)
    .filter(([[of]]) => of === group)
    .map(([[, name = ""], spec]) => [name, spec] as const)
  return `export const calls = ${written(Object.fromEntries(calls))}`
}
