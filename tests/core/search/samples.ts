import { FacilityId, LockId } from "#core/base/ids.ts"
import fc from "../../support/properties.ts"
import type { Entry } from "#core/base/search/EntryIndex.ts"
import type { LockItem } from "#core/base/search/LockColumns.ts"
import type { Term } from "#core/base/search/searchQuery.ts"
import { filterKeys, scopes } from "#core/base/search/searchQuery.ts"

/** Texts that are few and similar, so that they match each other in every way. */
const units = ["12", "120", "A12", "A1", "B-12", "b-120", "112", "Ångström 1", "12 A", "1-2-0", ""]
const facilities = [
  "Maple Street",
  "Maple St 12",
  "Ample Storage",
  "Harbor Point",
  "North Maple",
  "Mápolé",
  "12th & Main",
  "Remap Maple Ample",
  ""
]
const statuses = ["Available", "Lost", "Assigned Overlock", "Assigned Vacant", "Tenant Using Lock"]
const words = [
  "map",
  "maple",
  "st",
  "ample",
  "12",
  "1",
  "lock",
  "over",
  "lost",
  "mpl",
  "tnl",
  "ap",
  "a",
  "main",
  "a1",
  "b-1",
  "sign out",
  "20",
  "maple st",
  "12 a",
  "assigned ov",
  "mpale",
  "mple",
  "sotrage",
  "avialable",
  "b12",
  "unit b12",
  "unit 12"
]

const digit = fc.constantFrom("1", "2", "0")
export const serial = fc.oneof(
  fc.string({ unit: digit, minLength: 8, maxLength: 8 }),
  fc.constantFrom("12012012", "00000012")
)

const lockID = fc.integer({ min: 1, max: 60 }).map((id) => LockId.make(id))

export const lock: fc.Arbitrary<LockItem> = fc.record({
  lockID,
  serialCode: serial,
  unitNumber: fc.constantFrom(...units),
  facilityName: fc.constantFrom(...facilities),
  facilityID: fc.constantFrom(null, ...[1, 2, 12].map((id) => FacilityId.make(id))),
  statusCode: fc.constantFrom(1001, 1002, null),
  statusName: fc.constantFrom(...statuses),
  colorName: fc.constantFrom("gray", "green", "red"),
  updatedBy: fc.constantFrom("Dana R.", "Ann", "Ann Smith", null),
  updatedOn: fc.constantFrom(null, Date.UTC(2026, 10, 19, 23), Date.UTC(2026, 10, 20, 1), Date.UTC(2026, 10, 20, 6)),
  is: fc.subarray(["inventory", "active", "assigned"])
})

/** Locks with distinct IDs. Serial codes may be equal. */
export const locks = (maxLength = 30): fc.Arbitrary<Array<LockItem>> =>
  fc.uniqueArray(lock, { selector: ({ lockID }) => lockID, maxLength, size: "max" })

const text = fc.oneof(
  fc.constantFrom(...facilities, ...words, "Activate locks", "Sign out", "Lock log", "Set unit"),
  fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 }).map((some) => some.join(" "))
)

const entry = fc.record({
  kind: fc.constantFrom<Entry["kind"]>("commands", "facilities", "people", "help"),
  id: fc.oneof(fc.constantFrom("map", "locks.activate", "12", "Maple"), fc.uuid()),
  ref: fc.constantFrom(undefined, 1, 12, "a1"),
  title: text,
  keywords: fc.array(text, { maxLength: 3 }),
  context: fc.option(text, { nil: undefined }),
  fields: fc.constantFrom(
    undefined,
    { role: "Admin" },
    { facility: "Maple Street", is: "active gated" },
    { status: "Lost" }
  )
})

/** Entries with distinct IDs. */
export const entries = (maxLength = 15): fc.Arbitrary<Array<Entry>> =>
  fc.uniqueArray(entry, { selector: ({ id }) => id, maxLength, size: "max" })

const scope = fc.constantFrom(undefined, ...scopes.map(({ name }) => name))
const plainText = fc.oneof(
  fc.constantFrom(...words.filter((word) => !word.includes(" "))),
  fc
    .stringMatching(/^[a-z0-9@>#:!%?*.ü-]{1,8}$/)
    .filter((word) => !/^-|^#$|^[a-z]+:|^\d{2,8}$/i.test(word))
    .filter((word) => !word.startsWith("#"))
)

/** Any term of the grammar. */
const term: fc.Arbitrary<Term> = fc.oneof(
  plainText.map((word): Term => ({ kind: /^\d{2,7}$/.test(word) ? "digits" : "word", text: word })),
  fc
    .stringMatching(/^[a-z0-9,;:#-]{1,4}( [a-z0-9,;:]{1,4}){0,2}$/)
    .map((phrase): Term => ({ kind: "phrase", text: phrase })),
  serial.map((digits): Term => ({ kind: "serial", text: digits })),
  fc.stringMatching(/^[0-2]{2,7}$/).map((digits): Term => ({ kind: "digits", text: digits })),
  fc
    .oneof(fc.stringMatching(/^[0-9]{1,8}$/), fc.stringMatching(/^[a-z.#]{1,8}$/))
    .map((id): Term => ({ kind: "id", text: id }))
)

const value = fc.oneof(
  fc.constantFrom(
    "lost",
    "12",
    "maple st",
    "maple",
    "tenant-using",
    "ann",
    "assigned",
    "gray",
    "Maple Street",
    "1002",
    "a, b;c"
  ),
  fc.stringMatching(/^[a-z0-9:=.-]{1,6}$/)
)

const filter = fc
  .record({ key: fc.constantFrom(...filterKeys), value, not: fc.boolean() })
  .map((found) => (found.key === "updated" ? { ...found, value: "2026-11-20" } : found))

const argument = fc.record({
  name: fc.stringMatching(/^[a-z][a-z0-9.-]{0,6}$/),
  value: fc.oneof(value, fc.constantFrom("", " two  spaces "))
})

/** Any query of the grammar. */
export const query = fc.record({
  scope,
  terms: fc.array(term, { maxLength: 4 }),
  filters: fc.array(filter, { maxLength: 3 }),
  arguments: fc.array(argument, { maxLength: 3 })
})

/** Arrays with one of these lengths, the first one most often. */
const some = <A>(one: fc.Arbitrary<A>, ...lengths: ReadonlyArray<number>): fc.Arbitrary<Array<A>> =>
  fc.oneof(
    ...lengths.map((length, at) => ({
      arbitrary: fc.array(one, { minLength: length, maxLength: length }),
      weight: 2 ** (lengths.length - at)
    }))
  )

const typedTerm = fc.oneof(
  { arbitrary: fc.constantFrom(...words, '"maple st"', "#12", "maple #7"), weight: 6 },
  { arbitrary: serial.map((code) => code.slice(2, 5)), weight: 1 },
  { arbitrary: serial, weight: 1 }
)

const typedFilter = fc.constantFrom(
  "status:lost",
  "-status:lost",
  "status:assigned",
  "facility:maple",
  "facility:12",
  "unit:12",
  "-unit:12",
  "is:active",
  "-is:assigned",
  "by:ann",
  "color:gr",
  "role:admin",
  "updated:2026-11-20"
)

/** What a user looking for these samples might type. */
export const typed = fc
  .tuple(
    fc.oneof({ arbitrary: fc.constant(""), weight: 6 }, { arbitrary: fc.constantFrom("#", ":", "!", ">"), weight: 2 }),
    some(typedTerm, 1, 2, 0, 3),
    some(typedFilter, 0, 1, 2)
  )
  .map(([sign, terms, filters]) => `${sign} ${[...terms, ...filters].join(" ")}`)

/** Anything at all: control characters, lone surrogates, runs of quotes and colons, very long words. */
export const anything = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 30 }).map((codes) => String.fromCharCode(...codes)),
  fc.string({
    unit: fc.constantFrom('"', ":", "-", "#", "(", ")", "=", " ", ",", "i", "s", "1", "\u201c", "\\", "*", "["),
    maxLength: 40
  }),
  fc
    .tuple(fc.string(), fc.integer({ min: 1000, max: 20_000 }))
    .map(([part, times]) => part.repeat(times).slice(0, 40_000))
)

/** Scores for some of the samples. */
export const scores = fc
  .array(fc.tuple(fc.oneof(lockID, fc.constantFrom("map", "12", "Maple")), fc.integer({ min: 1, max: 3 })), {
    maxLength: 20,
    size: "max"
  })
  .map((pairs): ReadonlyMap<LockId | string, number> => new Map(pairs))
