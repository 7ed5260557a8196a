import { HttpApi } from "effect/http-api"
import { Api } from "#core/api/Api.ts"

/** One call of the contract. */
export interface ContractCall {
  /** Group and name: `locks.reveal`. */
  readonly name: string
  readonly method: string
  /** With parameters as `:id`. */
  readonly path: string
}

const found: Array<ContractCall> = []
HttpApi.reflect(Api, {
  onGroup: () => {},
  onEndpoint: ({ group, endpoint }) => {
    found.push({ name: `${group.identifier}.${endpoint.identifier}`, method: endpoint.method, path: endpoint.path })
  }
})

/** Every call of the contract: a test with an incomplete table fails. */
export const contractCalls: ReadonlyArray<ContractCall> = found
