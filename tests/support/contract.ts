import { HttpApi } from "effect/http-api"
import { Api } from "#core/api/Api.ts"

/** One call of the contract. */
export interface ContractCall {
  /** Group and name: `locks.reveal`. */
  readonly name: string
  readonly method: string
  /** With its parameters as `:id`. */
  readonly path: string
}

const found: Array<ContractCall> = []
HttpApi.reflect(Api, {
  onGroup: () => {},
  onEndpoint: ({ group, endpoint }) => {
    found.push({ name: `${group.identifier}.${endpoint.identifier}`, method: endpoint.method, path: endpoint.path })
  }
})

/** Every call of the contract, read off it: a table of a test that lacks one fails. */
export const contractCalls: ReadonlyArray<ContractCall> = found
