import { FacilityId } from "#core/base/ids.ts"
import { pngOf } from "../../support/logoImages.ts"
import type { TestServer } from "../../support/testServer.ts"
import { accountTrials } from "./dryRunAccounts.ts"
import type { Trial } from "./dryRunPlace.ts"

let next = 0
const file = (bytes: Uint8Array<ArrayBuffer>) => new File([bytes], "logo.png")

interface SubdomainPlace {
  readonly server: TestServer
  readonly owner: string
  readonly maple: number
  readonly oak: number
}

/** Adds a subdomain and returns its URL. */
const made = async ({ server, owner, oak }: SubdomainPlace): Promise<string> => {
  const subdomainUrl = `portal-${(next += 1)}`
  const payload = { displayName: "Portal", subdomainUrl, facilityIDs: [FacilityId.make(oak)] }
  await server.call(owner, (api) => api.subdomains.create({ query: {}, payload }))
  return subdomainUrl
}

/** Trials of the subdomain and account commands. */
export const subdomainTrials = (place: () => SubdomainPlace): Readonly<Record<string, ReadonlyArray<Trial>>> => ({
  "subdomains.create": [
    {
      input: () => ({ displayName: "Maple", subdomainUrl: `maple-${(next += 1)}`, facilities: String(place().maple) })
    },
    { input: () => ({ displayName: "Maple", subdomainUrl: "WWW" }), refused: "SubdomainRefused" },
    { input: async () => ({ displayName: "Maple", subdomainUrl: await made(place()) }), refused: "SubdomainUrlTaken" }
  ],
  "subdomains.edit": [
    { input: async () => ({ subdomain: await made(place()), name: "Another", assign: String(place().maple) }) },
    { input: async () => ({ subdomain: await made(place()), name: "Portal" }) },
    { input: () => ({ subdomain: "nowhere", name: "x" }), refused: "SubdomainNotFound" }
  ],
  "subdomains.logo": [
    { input: async () => ({ subdomain: await made(place()), file: file(pngOf(30, 20)) }) },
    {
      input: async () => ({ subdomain: await made(place()), file: file(new Uint8Array([1, 2, 3])) }),
      refused: "LogoRefused"
    }
  ],
  ...accountTrials(() => place().server)
})
