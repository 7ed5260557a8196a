import { HttpApi } from "effect/http-api"
import { Api } from "#core/api/Api.ts"

interface Route {
  readonly method: string
  readonly pattern: RegExp
}

const routes: Array<Route> = []
HttpApi.reflect(Api, {
  onGroup: () => undefined,
  onEndpoint: ({ endpoint: { method, path } }) => {
    routes.push({ method, pattern: new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+")}$`) })
  }
})

/** The methods of the calls at a path, written with any slashes like the router; none if there is no such path. */
export const allowedMethods = (path: string): ReadonlyArray<string> => {
  const plain = path.replaceAll(/\/{2,}/g, "/").replace(/(?<=.)\/$/, "")
  const methods = new Set(routes.flatMap(({ method, pattern }) => (pattern.test(plain) ? [method] : [])))
  if (methods.has("GET")) methods.add("HEAD")
  return [...methods].sort()
}
