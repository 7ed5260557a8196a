import { loadCall } from "#core/api/calls/loadCall.ts"
import { bytesIn, type Caller, jsonIn, responseOf } from "#web/app/fetchCall.ts"
import type { MakePiece } from "#web/sync/askPiece.ts"
import type { MakeWhole } from "#web/sync/askWhole.ts"
import type { TestServer } from "../../support/testServer.ts"

const respond = async ({ address }: TestServer, token: string, ref: string, query: object): Promise<Response> => {
  const spec = await loadCall(ref)
  if (spec === undefined) throw new Error(`no call ${ref}`)
  const caller: Caller = { host: address, token: () => token, companyID: () => null }
  return responseOf(caller, spec, { query: { ...query } }, {})
}

/** Requests a page of the synced list as the console does. */
export const makePiece =
  (server: TestServer, token: string): MakePiece =>
  async (query) =>
    jsonIn(await respond(server, token, "locks.sync", query))

/** Requests the whole list as the console does. */
export const makeWhole =
  (server: TestServer, token: string): MakeWhole =>
  async (query, use) =>
    use(bytesIn(await respond(server, token, "locks.whole", query)))
