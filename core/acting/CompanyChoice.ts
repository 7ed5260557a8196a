import { Schema } from "effect"
import { CompanyId } from "#core/base/ids.ts"

/** A company as an entry to choose from. */
export const CompanyChoice = Schema.Struct({ companyID: CompanyId, companyName: Schema.String })
export type CompanyChoice = typeof CompanyChoice.Type

/** The maximum number of companies in one response. */
export const mostCompanies = 500
