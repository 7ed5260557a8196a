import { Tier, type TierId } from "#core/companies/tiers.ts"

/** A company of the demonstration. All of them are invented. */
export interface DemoCompany {
  readonly name: string
  /** The domain of its people's email addresses. */
  readonly domain: string
  readonly tier: TierId
  /** Days until the subscription ends; negative if it has lapsed. */
  readonly paidDays: number
  readonly hideLockCodes: boolean
  readonly locksPerUnit: number
  /** Its own lock limit per facility; null uses its tier's. */
  readonly ownMaxLocks: number | null
  /** Its share of all facilities; the shares add up to 1. */
  readonly share: number
}

const usual = { paidDays: 240, hideLockCodes: true, locksPerUnit: 4, ownMaxLocks: null } as const

/** The company whose users act for the others. It has no locks. */
export const siteCompany: DemoCompany = {
  ...usual,
  name: "Site Operations",
  domain: "site.example.com",
  tier: Tier.id.Premium,
  paidDays: 3650,
  share: 0
}

/** The company used in the README. */
export const mainCompany: DemoCompany = {
  ...usual,
  name: "Maple Self Storage",
  domain: "maple.example.com",
  tier: Tier.id.Premium,
  share: 0.46
}

/** The site company first; the others show the effects of tiers and company settings. */
export const demoCompanies: ReadonlyArray<DemoCompany> = [
  siteCompany,
  mainCompany,
  { ...usual, name: "Birchquill Storage", domain: "birchquill.example.com", tier: Tier.id.LocksOnly, share: 0.08 },
  { ...usual, name: "Cedarwick Storage", domain: "cedarwick.example.com", tier: Tier.id.Basic, share: 0.1 },
  {
    ...usual,
    name: "Dovemere Mini Storage",
    domain: "dovemere.example.com",
    tier: Tier.id.Plus,
    locksPerUnit: 1,
    share: 0.1
  },
  {
    ...usual,
    name: "Elderfen Storage Group",
    domain: "elderfen.example.com",
    tier: Tier.id.Premium2025,
    ownMaxLocks: 400,
    share: 0.1
  },
  {
    ...usual,
    name: "Fennbrook Storage",
    domain: "fennbrook.example.com",
    tier: Tier.id.Plus,
    paidDays: -20,
    share: 0.08
  },
  {
    ...usual,
    name: "Gorsely Storage",
    domain: "gorsely.example.com",
    tier: Tier.id.Premium,
    hideLockCodes: false,
    share: 0.08
  }
]
