import type { Plugin } from "esbuild"
import type { Plugin as VitePlugin } from "vite"
import { Api } from "#core/api/Api.ts"
import * as endpoints from "#core/commands/endpoints.ts"
import * as publicAccess from "#core/commands/publicAccess.ts"
import { written } from "./written.ts"

type AnswerOf = (ref: endpoints.EndpointRef) => unknown

const derivedFile = /core\/commands\/(endpoints|publicAccess)\.ts$/
const modules: Readonly<Record<string, Readonly<Record<string, AnswerOf>>>> = { endpoints, publicAccess }

/**
 * What commands need to know about the contract (core/commands/endpoints.ts: the access and response of a call), computed at
 * build time. Otherwise every start would load the schemas of all calls.
 */
export const derivedEndpoints = (): Plugin => ({
  name: "derived-endpoints",
  setup: ({ onLoad }) => {
    onLoad({ filter: derivedFile }, ({ path }) => ({ contents: derived(path), loader: "js" }))
  }
})

/** The same for the console. */
export const derivedEndpointsOfConsole = (): VitePlugin => ({
  name: "derived-endpoints",
  load: (id) => (derivedFile.test(id) ? derived(id) : null)
})

const derived = (file: string): string => {
  const refs = Object.values(Api.groups).flatMap((group) =>
    Object.keys(group.endpoints).map((name) => `${group.identifier}.${name}` as endpoints.EndpointRef)
  )
  return Object.entries(modules[derivedFile.exec(file)?.[1] ?? ""] ?? {})
    .map(([name, answerOf]) => {
      const otherwise = written(answerOf("no.such" as endpoints.EndpointRef))
      const answers = refs
        .map((ref) => [ref, written(answerOf(ref))] as const)
        .filter(([, answer]) => answer !== otherwise)
        .map(([ref, answer]) => `${JSON.stringify(ref)}: ${answer}`)
      return `const ${name}Table = {${answers.join(",")}}\nexport const ${name} = (ref) => ${name}Table[ref] ?? ${otherwise}`
    })
    .join("\n")
}
