import { describe, expect, it } from "vitest"
import { FacilityId, LockId, UserId } from "#core/base/ids.ts"
import { activateLock, lockLog, revealLock } from "#core/commands/lockCommands.ts"
import { type AnyCommand, commandById } from "#core/commands/registry.ts"
import { verifyAudit } from "#core/commands/auditCommands.ts"
import { revokeApiKey } from "#core/commands/apiKeyCommands.ts"
import { deactivateUser } from "#core/commands/userCommands.ts"
import { viewAsPerson } from "#core/commands/viewingCommands.ts"
import { removeWebhook } from "#core/commands/webhookCommands.ts"
import { inputOfArguments, inputOfLock, type Known, missingFields, readField } from "#web/palette/readField.ts"
import { nextPage } from "#web/palette/pages.ts"
import { dana, maple } from "./paletteFixture.ts"

const known: Known = {
  facilities: [maple, { ...maple, facilityID: FacilityId.make(4), facilityName: "Maple Court" }],
  people: [dana, { ...dana, userID: UserId.make(12), name: "Sam Ito", email: "sam@acme.example.com" }],
  apiKeys: [
    { id: 3, name: "Gate sync" },
    { id: 4, name: "Twin" },
    { id: 5, name: "Twin" }
  ],
  webhooks: [{ id: 1, name: "https://hooks.example.com/a" }],
  lockIDOf: (serialCode) => (serialCode === "40001007" ? LockId.make(1) : undefined),
  missing: {}
}
const of = ({ id }: { readonly id: string }): AnyCommand => commandById(id)!

describe("reading an argument", () => {
  const { serialCode, facilityID } = activateLock.input
  it.each([
    ["a serial code", serialCode, "40001007", "40001007"],
    ["a grouped serial code", serialCode, " 4000 1007 ", "40001007"],
    ["a facility by its name", facilityID, "maple street", 3],
    ["a facility by its ID", facilityID, "4", 4],
    ["a user by their name", deactivateUser.input.userID, "dana reed", 9],
    ["a user by their email", deactivateUser.input.userID, "Sam@acme.example.com", 12],
    ["a person to view as by their name", viewAsPerson.input.email, "dana reed", "dana@acme.example.com"],
    ["an API key by its name", revokeApiKey.input.id, "gate  Sync", 3],
    ["an API key by its number", revokeApiKey.input.id, "12", 12],
    ["a webhook by its URL", removeWebhook.input.id, "https://hooks.example.com/a", 1],
    ["a lock by its serial code", lockLog.input.lockID, "4000-1007", 1],
    ["a lock by its ID", lockLog.input.lockID, "#42", 42],
    ["a reason by its number", revealLock.input.reason, "2", "Tenant requested code"],
    ["a custom reason", revealLock.input.reason, "Gate left open", "Gate left open"]
  ])("accepts %s", (_, field, words, value) => expect(readField(field, words, known)).toEqual({ ok: true, value }))

  it("names only a few of many facilities that match", () => {
    const facilities = Array.from({ length: 9 }, (_, at) => ({
      facilityID: FacilityId.make(20 + at),
      facilityName: `Elm ${at + 1}`
    }))
    expect(readField(facilityID, "elm", { ...known, facilities })).toEqual({
      ok: false,
      error: "Several facilities match: Elm 1, Elm 2, Elm 3 and 6 more."
    })
  })

  it.each([
    ["seven digits", serialCode, "4000100", "Serial Code must be 8 digits."],
    ["several facilities", facilityID, "maple", "Several facilities match: Maple Street, Maple Court."],
    ["no user", deactivateUser.input.userID, "Dan", "No user matches 'Dan'."],
    ["no API key", revokeApiKey.input.id, "Gate", "Nothing is named 'Gate'."],
    ["two API keys", revokeApiKey.input.id, "Twin", "2 have that name. Enter the number instead."],
    ["no facility", facilityID, "Oak", "No facility matches 'Oak'."],
    [
      "a lock that is not in the list",
      lockLog.input.lockID,
      "99999999",
      "There is no lock 99999999. Check the 8 digits."
    ],
    [
      "an unknown reason number",
      revealLock.input.reason,
      "9",
      "There is no reason 9. Type 1 to 5, or your own reason."
    ],
    [
      "a serial code as a reason",
      revealLock.input.reason,
      "4735 5143",
      "There is no reason 4735 5143. Type 1 to 5, or your own reason."
    ],
    ["nothing", serialCode, " ", "The 8 digits engraved on the lock."]
  ])("explains %s", (_, field, words, error) => expect(readField(field, words, known)).toEqual({ ok: false, error }))
})

describe("reading an argument before its list is loaded", () => {
  const nothing: Known = {
    facilities: [],
    people: [],
    apiKeys: [],
    webhooks: [],
    lockIDOf: () => undefined,
    missing: { locks: "loading", facilities: "loading", people: "loading", apiKeys: "loading", webhooks: "loading" }
  }
  it.each([
    ["a lock", lockLog.input.lockID, "40001007", "locks", "Locks are still loading."],
    ["a facility", activateLock.input.facilityID, "maple street", "facilities", "Facilities are still loading."],
    ["a user", deactivateUser.input.userID, "dana reed", "people", "Users are still loading."],
    ["an API key", revokeApiKey.input.id, "gate sync", "apiKeys", "API keys are still loading."],
    ["a webhook", removeWebhook.input.id, "https://hooks.example.com/a", "webhooks", "Webhooks are still loading."]
  ] as const)("may still be one: %s", (_, field, words, list, error) =>
    expect(readField(field, words, nothing)).toEqual({ ok: false, error, list })
  )
})

describe("missing arguments", () => {
  it("are asked for in field order, without optional ones", () => {
    expect(missingFields(of(activateLock), {})).toEqual(["serialCode", "facilityID"])
    expect(missingFields(of(activateLock), { serialCode: "40001007" })).toEqual(["facilityID"])
    expect(missingFields(of({ id: "audit.list" }), {})).toEqual([])
  })
  it("are taken from a lock if the command takes one", () => {
    const lock = { lockID: LockId.make(1), serialCode: "40001007" }
    expect(inputOfLock(of(lockLog), lock)).toEqual({ lockID: 1 })
    expect(inputOfLock(of(revealLock), lock)).toEqual({ serialCode: "40001007" })
    expect(inputOfLock(of(verifyAudit), lock)).toEqual({})
  })
  it("are taken from arguments by field, option or label; invalid ones are asked for", () => {
    const typed = [
      { name: "serialcode", value: "40001007" },
      { name: "facility", value: "Maple Street" }
    ]
    const read = (given: typeof typed, among = known) => inputOfArguments(of(activateLock), given, among)
    expect(read(typed)).toEqual({ input: { serialCode: "40001007", facilityID: 3 }, waitsFor: undefined })
    expect(read([{ name: "facility", value: "nowhere" }])).toEqual({ input: {}, waitsFor: undefined })
    expect(read([{ name: "colour", value: "red" }])).toEqual({ input: {}, waitsFor: undefined })
    const early = { ...known, facilities: [], missing: { facilities: "loading" } } as const
    expect(read(typed, early)).toEqual({ input: { serialCode: "40001007" }, waitsFor: "facilities" })
  })
  it("are followed by a second Enter for a dangerous command", () => {
    const dangerous: AnyCommand = { ...of(verifyAudit), risk: "dangerous" }
    expect(nextPage(dangerous, {}, false)).toEqual({ kind: "confirm", command: dangerous, input: {} })
    expect(nextPage(dangerous, {}, true)).toBeNull()
    expect(nextPage(of(verifyAudit), {}, false)).toBeNull()
    expect(nextPage(of(activateLock), {}, true)).toMatchObject({ kind: "argument", field: "serialCode" })
  })
})
