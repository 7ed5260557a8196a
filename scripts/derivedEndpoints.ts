import type { Plugin } from "esbuild"
import type { Plugin as VitePlugin } from "vite"
import { Api } from "#core/api/Api.ts"
import * as endpoints from "#core/commands/endpoints.ts"
import { written } from "./written.ts"

const endpointsFile = /core\/commands\/endpoints\.ts$/

/**
 * What commands ask of the contract (core/commands/endpoints.ts: who may make a call, what it answers with), asked of it now and
 * written down. At every start it would take the schemas of all calls to say it.
 */
export const derivedEndpoints = (): Plugin => ({
  name: "derived-endpoints",
  setup: ({ onLoad }) => {
    onLoad({ filter: endpointsFile }, () => ({ contents: derived(), loader: "js" }))
  }
})

/** The same for the console. */
export const derivedEndpointsOfConsole = (): VitePlugin => ({
  name: "derived-endpoints",
  load: (id) => (endpointsFile.test(id) ? derived() : null)
})

const derived = (): string => {
  const refs = Object.values(Api.groups).flatMap((group) =>
    Object.keys(group.endpoints).map((name) => `${group.identifier}.${name}` as endpoints.EndpointRef)
  )
  return Object.entries(endpoints)
    .map(([name, answerOf]) => {
      const answers = refs.map((ref) => `${JSON.stringify(ref)}: ${written(answerOf(ref))}`)
      const otherwise = written(answerOf("no.such" as endpoints.EndpointRef))
      return `const ${name}Table = {${answers.join(",")}}\nexport const ${name} = (ref) => ${name}Table[ref] ?? ${otherwise}`
    })
    .join("\n")
}
