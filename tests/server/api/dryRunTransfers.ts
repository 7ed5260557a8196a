import { Role } from "#core/auth/roles.ts"
import type { FacilityId } from "#core/base/ids.ts"
import type { TestServer } from "../../support/testServer.ts"
import type { Trial } from "./dryRunPlace.ts"

interface Desk {
  readonly facility: () => Promise<FacilityId>
  readonly server: () => TestServer
  /** The tokens of an Owner and of a Super Admin of acme. */
  readonly owner: () => string
  readonly keeper: () => string
}

/** Trials of the commands for transfers of facilities. */
export const transferTrials = ({
  facility,
  server,
  owner,
  keeper
}: Desk): Readonly<Record<string, ReadonlyArray<Trial>>> => {
  const email = "admin@other.example.com"
  const offered = async () => {
    const facilityID = await facility()
    await server().call(owner(), (api) => api.transfers.initiate({ query: {}, payload: { facilityID, email } }))
    return { facilityID }
  }
  const token = async () => {
    await offered()
    const { data } = await server().call(keeper(), (api) => api.outbox.list({ query: { count: 1 } }))
    return /token=([\w-]+)/.exec(data[0]?.body ?? "")?.[1] ?? ""
  }
  return {
    "facilities.transfer": [
      { input: async () => ({ facilityID: await facility(), email }) },
      {
        input: async () => ({ facilityID: await facility(), email: "admin@acme.example.com" }),
        refused: "TransferSameCompany"
      }
    ],
    "facilities.cancelTransfer": [
      { input: offered },
      { input: () => ({ facilityID: 999_999 }), refused: "FacilityNotFound" }
    ],
    "facilities.acceptTransfer": [
      { input: async () => ({ token: await token() }), as: () => server().enter("other", Role.id.Admin) },
      { input: () => ({ token: "x".repeat(43) }), refused: "TransferNotFound" }
    ]
  }
}
