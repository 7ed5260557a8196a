import { Role } from "#core/auth/roles.ts"
import type { TestServer } from "../../support/testServer.ts"
import type { Trial } from "./dryRunPlace.ts"

let next = 0
const owner = () => `owner-${(next += 1)}@new.example.com`

/** Trials of the commands for company accounts, by a Super Admin. */
export const accountTrials = (server: () => TestServer): Readonly<Record<string, ReadonlyArray<Trial>>> => {
  const as = () => server().enter("acme", Role.id.SuperAdmin)
  const other = async (): Promise<number> => {
    const { data } = await server().call(await as(), (api) => api.companies.list({ query: { search: "other" } }))
    return data[0]?.companyID ?? 0
  }
  const named = { ownerFirstName: "Bo", ownerLastName: "Birch" }
  return {
    "companies.create": [
      { input: () => ({ ...named, companyName: "Birch", ownerEmail: owner(), tier: 2 }), as },
      { input: () => ({ ...named, companyName: "Birch", ownerEmail: "nobody" }), as, refused: "CompanyRefused" }
    ],
    "companies.edit": [
      { input: async () => ({ account: await other(), maxLocks: "250" }), as },
      { input: async () => ({ account: await other(), name: "other" }), as },
      { input: () => ({ account: 999_999, name: "x" }), as, refused: "CompanyNotFound" }
    ],
    "companies.suspend": [{ input: async () => ({ account: await other() }), as }],
    "companies.resume": [{ input: async () => ({ account: await other() }), as }]
  }
}
