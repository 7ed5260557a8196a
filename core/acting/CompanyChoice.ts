import { Schema } from "effect"
import { CompanyId } from "#core/base/ids.ts"

/** A company as people choose it. */
export const CompanyChoice = Schema.Struct({ companyID: CompanyId, companyName: Schema.String })
export type CompanyChoice = typeof CompanyChoice.Type

/** Companies that one answer names at most. */
export const mostCompanies = 500
