import { Schema } from "effect"
import { CompanyId } from "./ids.ts"

/** Page sizes of lists; the first page is 1 in requests (001 §7). */
export const pageSizes = [5, 10, 20, 50, 100] as const

/** The number of rows requested. Exports request up to 10,000,000 (001 §9). */
export const Count = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10_000_000 }))

/** The default maximum of rows in a newest-first list. */
export const mostNewest = 1000

/** 1-based page number. */
export const Page = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100_000_000 }))

/** The company a site-level role acts for; ignored for everyone else (DECISIONS, Roles). */
export const companyQuery = {
  companyID: Schema.optional(CompanyId)
}

/** Paging of a newest-first list: the last row of the previous page, and the maximum number of rows. */
export const newestFirst = <Id extends Schema.Constraint>(id: Id, most: number) => ({
  ...companyQuery,
  from: Schema.optional(id),
  count: Schema.optional(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: most })))
})

/** The success envelope of a change; `unchanged` if the values were already as requested and nothing was written. */
export const changed = <S extends Schema.Constraint>(data: S) =>
  Schema.Struct({
    success: Schema.Literal(true),
    message: Schema.optionalKey(Schema.String),
    unchanged: Schema.optionalKey(Schema.Literal(true)),
    data
  })

/** The success envelope of a page, with the total number of rows. */
export const counted = <S extends Schema.Constraint>(data: S) =>
  Schema.Struct({ success: Schema.Literal(true), data, totalCount: Schema.Int })

/** The success envelope: `{ success, message?, data }` (DECISIONS, Scope). */
export const success = <S extends Schema.Constraint>(data: S) =>
  Schema.Struct({ success: Schema.Literal(true), message: Schema.optionalKey(Schema.String), data })

/** A response in this envelope, without a message. */
export const succeeded = <A>(data: A) => ({ success: true as const, data })
