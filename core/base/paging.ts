import { Schema } from "effect"

/** Page sizes a list offers; the first page is 1 on the wire (001 §7). */
export const pageSizes = [5, 10, 20, 50, 100] as const

/** Rows asked for at once. An export asks for up to 10,000,000 (001 §9). */
export const Count = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10_000_000 }))

/** Rows that a list newest first gives at once, where it says nothing else. */
export const mostNewest = 1000

/** 1-based page number. */
export const Page = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100_000_000 }))

/** The company a site-level role acts for; everyone else's is ignored in favour of their own (DECISIONS, Roles). */
export const companyQuery = {
  companyID: Schema.optional(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2_147_483_647 })))
}

/** A page of what is listed newest first: before one of them, the last of the page before, and how many at most. */
export const newestFirst = <Id extends Schema.Constraint>(id: Id, most: number) => ({
  ...companyQuery,
  from: Schema.optional(id),
  count: Schema.optional(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: most })))
})

/** The success envelope of a change: `unchanged` where the thing already was as asked, and nothing was written. */
export const changed = <S extends Schema.Constraint>(data: S) =>
  Schema.Struct({
    success: Schema.Literal(true),
    message: Schema.optionalKey(Schema.String),
    unchanged: Schema.optionalKey(Schema.Literal(true)),
    data
  })

/** The success envelope of a list that is given in pages, with how many rows all of them have. */
export const counted = <S extends Schema.Constraint>(data: S) =>
  Schema.Struct({ success: Schema.Literal(true), data, totalCount: Schema.Int })

/** The success envelope: `{ success, message?, data }` (DECISIONS, Scope). */
export const success = <S extends Schema.Constraint>(data: S) =>
  Schema.Struct({ success: Schema.Literal(true), message: Schema.optionalKey(Schema.String), data })
