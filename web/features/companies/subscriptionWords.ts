import type { ListedCompany } from "#core/acting/CompanyAccount.ts"
import { plansForSale, Tier, type TierId } from "#core/companies/tiers.ts"

/** The date a company is paid through, such as 2027-12-31, in UTC; null for none. */
export const paidThroughDay = ({ paidThrough }: Pick<ListedCompany, "paidThrough">): string | null =>
  paidThrough?.slice(0, 10) ?? null

/** Plans to choose from: those for sale, and the company's current one. */
export const tierChoices = (own: TierId | null): ReadonlyArray<{ readonly value: number; readonly label: string }> =>
  Tier.rows
    .filter((tier) => tier.id === own || plansForSale.includes(tier))
    .map(({ id, label }) => ({ value: id, label }))
