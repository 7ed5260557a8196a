import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { FacilityId, LockId } from "#core/base/ids.ts"
import { parse } from "#core/base/search/searchGrammar.ts"
import { searchProblems } from "#core/commands/searchProblems.ts"
import { unknownWords } from "#core/locks/unknownSerial.ts"
import { revealReasons } from "#core/reveals/revealReasons.ts"
import { emptyRows } from "#web/palette/emptyRows.ts"
import { isTypedLine } from "#web/palette/lineRows.ts"
import { mostRows, rowsOf } from "#web/palette/PaletteRow.ts"
import { noResults } from "#web/palette/noResults.ts"
import { withServerRows } from "#web/palette/searchRows.ts"
import { typed } from "#web/palette/selection.ts"
import { headingsOf, idsOf, listed, locks, maple, places, sourcesFor } from "./paletteFixture.ts"

const rowOf = (list: ReturnType<typeof listed>, id: string) => rowsOf(list.sections).find((row) => row.id === id)

describe("the rows for an input", () => {
  it("are locks first for digits, with the digits marked and all matches counted", () => {
    const list = listed("40001")
    expect(headingsOf(list)).toEqual(["Locks", "Commands"])
    expect(idsOf(list).slice(0, 2)).toEqual(["lock 1", "lock 2"])
    expect(rowOf(list, "lock 1")?.title).toEqual({
      text: "40001007",
      marks: [expect.objectContaining({ start: 0, end: 5 })]
    })
    expect(rowOf(list, "lock 1")?.context.map(({ text }) => text)).toEqual(["unit 1204", "Maple Street"])
    expect(rowOf(list, "lock 3")).toBeUndefined()
    expect(list.locksFound).toBe(2)
  })

  it("offer commands that take a serial code, with the missing digits", () => {
    const row = rowOf(listed("40001"), "locks.activate")
    expect(row?.title.text).toBe("Activate a lock 4000 1")
    expect(row?.context).toEqual([{ text: "needs 8 digits, 3 digits to go", marks: [] }])
    const whole = rowOf(listed("4000 1007"), "locks.activate")
    expect(whole?.target).toMatchObject({ kind: "command", input: { serialCode: "40001007" } })
  })

  it("mark the unit after its label", () => {
    const unit = rowOf(listed(": 1204"), "lock 1")?.context[0]
    expect(unit?.text.slice(unit.marks[0]?.start, unit.marks[0]?.end)).toBe("1204")
  })

  it("are entries first for words, each under its heading", () => {
    const list = listed("maple")
    expect(headingsOf(list)).toEqual(["Facilities", "Locks"])
    expect(idsOf(list)).toEqual(["facility 3", "lock 1", "lock 2"])
  })

  it.each([
    [">", "Commands"],
    ["#", "Locks"],
    [":", "Locks"],
    ["!", "Facilities"],
    ["@", "People"],
    ["=", "Reports"],
    ["%", "Settings"],
    ["?", "Help"]
  ])("are limited by the scope %s to %s", (sign, heading) => {
    expect(headingsOf(listed(`${sign} `)).filter((each) => each !== "Coming soon")).toEqual([heading])
  })

  it("support filters", () => {
    expect(idsOf(listed("status:available"))).toEqual(["lock 2", "lock 3"])
    expect(idsOf(listed("@ role:admin"))).toEqual(["person 9"])
    expect(idsOf(listed("! fms:yardi"))).toEqual(["facility 3"])
  })

  it("find a command by a synonym", () => {
    expect(idsOf(listed("> history"))).toContain("locks.log")
  })

  it.each([
    ["a screen by its full title", "settings", "go.settings"],
    ["a command by its terminal words", "fms test", "fms.test"],
    ["a command by a synonym", "log out", "auth.logout"],
    ["a facility despite two swapped letters", "mapel st", "facility 3"],
    ["a facility despite a missing letter", "mple str", "facility 3"],
    ["a unit without its separator", "b110", "lock 4"],
    ["a unit in the other case", "B-110", "lock 4"],
    ["a unit after the word unit", "unit b 110", "lock 4"],
    ["a unit as a filter", "unit:b110", "lock 4"]
  ])("start with %s: %s", (_, typed, id) => {
    const from = sourcesFor({
      locks: [
        ...locks,
        { lockID: LockId.make(4), serialCode: "50000009", unitNumber: "B-110", facilityName: "Maple Street" }
      ]
    })
    expect(idsOf(listed(typed, from))[0]).toBe(id)
  })

  it.each([
    "http://127.0.0.1:4471/locks/40001007",
    "/locks/40001007",
    "lock.example.com/40001007",
    "# /locks/40001007"
  ])("start with the lock of a pasted address, as if its digits were typed: %s", (text) => {
    const list = listed(text)
    expect(idsOf(list)).toEqual(idsOf(listed(text.startsWith("#") ? "# 40001007" : "40001007")))
    expect(typed(text, list).selected).toBe("lock 1")
  })

  it("report an unknown serial code of a pasted address", () => {
    expect(listed("https://lock.example.com/40001070").unknown?.serialCode).toBe("40001070")
  })

  it("tolerate one typo in a command name, and mark the word", () => {
    const row = rowOf(listed("acitvate"), "locks.activate")
    expect(row?.title.marks).toMatchObject([{ start: 0, end: 8 }])
    expect(idsOf(listed("acitvtae"))).toEqual([])
  })

  it.each([
    ["status 4000 1007 lost", "locks.setStatus", { lockID: 1, status: 1002 }, 1],
    ["lost 40001007", "locks.setStatus", { lockID: 1, status: 1002 }, 1],
    ["> status 4000 1007 over unit b110", "locks.setStatus", { lockID: 1, status: 1004, unit: "b110" }, 1],
    ["reveal 00017511", "locks.reveal", { serialCode: "00017511" }, null],
    ["reveal 4000 1007 2", "locks.reveal", { serialCode: "40001007", reason: revealReasons[1] }, 1],
    ["test fms maple", "fms.test", { facilities: "3" }, null],
    ["transfer 4000 1007 maple", "locks.transfer", { lockID: 1, facilityID: 3 }, 1],
    ["activate 10482233 maple st", "locks.activate", { serialCode: "10482233", facilityID: 3 }, null],
    ["unit 4000 1007 b110", "locks.setUnit", { lockID: 1, unit: "b110" }, 1],
    ["deactivate dana", "users.deactivate", { userID: 9 }, null],
    ["deactivate dana@acme.example.com", "users.deactivate", { userID: 9 }, null],
    ["view as dana", "viewing.person", { email: "dana@acme.example.com" }, null],
    ["edit user dana reed", "users.edit", { userID: 9 }, null],
    ["rotate secret gate sync", "apiKeys.rotate", { id: 3 }, null],
    ["revoke api key 3", "apiKeys.revoke", { id: 3 }, null],
    ["test webhook hooks.maple", "webhooks.test", { id: 5 }, null],
    ["test webhook https://hooks.maple.example.com/lockdesk", "webhooks.test", { id: 5 }, null]
  ])("accept a command and its inputs in one line: %s", (text, id, input, about) => {
    const [row] = rowsOf(listed(text).sections)
    expect(row?.target).toMatchObject({ kind: "command", command: { id }, input, about })
    expect(row?.refusal).toBeNull()
  })

  it("list no people or keys without a command, nor a revoked key", () => {
    for (const text of ["user dana", "api key gate sync", "revoke old gate"]) {
      expect(idsOf(listed(text)).filter((id) => id.includes(" with "))).toEqual([])
    }
  })

  it("refuse a line with an unknown word, and prefer an exact title", () => {
    const ids = idsOf(listed("reveal 40001007 10482233"))
    expect(ids.filter((id) => id.includes(" with "))).toEqual([])
    const station = { ...maple, facilityID: FacilityId.make(4), facilityName: "Transfer Station" }
    expect(idsOf(listed("transfer station", sourcesFor({ places: { ...places, facilities: [station] } })))[0]).toBe(
      "facility 4"
    )
  })

  it.each([
    [
      "=",
      ["go.reports", "go.reports.combination", "go.reports.message", "go.reports.lockCount", "go.reports.bulkLock"]
    ],
    ["%", ["go.settings", "go.settings.general", "go.integrations.facilities"]]
  ])("list the contents of %s, and mark what doesn't exist yet", (sign, ids) => {
    const rows = rowsOf(listed(sign).sections)
    expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining([...ids]))
    for (const row of rows.filter(({ id }) => id.startsWith("go.reports"))) expect(row.context[0]?.text).toBe("Soon")
  })

  it.each([
    ["status 4000 1007 zzz", /^Status can't be 'zzz'\. Use one of: Available, Lost,/],
    ["color 40001007 purple", /^Color can't be 'purple'\./],
    ["reveal 4000 1007 9", /^There is no reason 9\./],
    ["transfer 4000 1007 nowhere at all", /^No facility matches 'nowhere at all'\./]
  ])("explain the allowed values for '%s', and select nothing", (text, error) => {
    const list = listed(text)
    expect(rowsOf(list.sections)[0]?.refusal?.error).toMatch(error)
    expect(typed(text, list).selected).toBeNull()
  })

  it("explain what was searched if there are no results", () => {
    expect(noResults("%fms ")).toEqual({
      error: "No results for '%fms'.",
      next: "'%' searches settings only. Leave it out to search everything."
    })
    expect(noResults("qqq").next).toBe("")
  })

  it("suggest the choice a typo probably meant, and select nothing", () => {
    const list = listed("status 4000 1007 damagd")
    const [row] = rowsOf(list.sections)
    expect(row?.refusal?.error).toMatch(/^Status can't be 'damagd'\. Did you mean Damaged\? Use one of: Available, /)
    expect(typed("status 4000 1007 damagd", list).selected).toBeNull()
  })

  it("report an unknown lock in a line", () => {
    const list = listed("status 4735 5143 lost")
    expect(rowsOf(list.sections)[0]?.refusal?.error).toBe("There is no lock 4735 5143 in your list.")
    expect(typed("status 4735 5143 lost", list).selected).toBeNull()
  })

  it("report an unknown serial code first, with similar ones, and select nothing", () => {
    const list = listed("4000 1070")
    expect(list.unknown).toMatchObject({ serialCode: "40001070", similar: true, activates: true, final: false })
    expect(headingsOf(list)).toEqual(["Similar serial codes", "Commands"])
    expect(idsOf(list)[0]).toBe("lock 1")
    expect(typed("4000 1070", list).selected).toBeNull()
    expect(unknownWords(list.unknown!)).toBe(
      "4000 1070 is not in your list of locks. Ask for the digits again: similar serial codes are listed below. " +
        "If it is a new lock, activate it."
    )
    const agent = listed("9999 9999", sourcesFor({ role: Role.id.CallCenterAgent }))
    expect(unknownWords({ ...agent.unknown!, final: true })).toBe(
      "There is no lock 9999 9999. Ask for the digits again."
    )
    const siteAgent = listed(
      "9999 9999",
      sourcesFor({ role: Role.id.SiteCallCenterAgent, handled: ["companies.actFor"] })
    )
    expect(unknownWords({ ...siteAgent.unknown!, final: true })).toBe(
      "There is no lock 9999 9999 at this company. Press Enter to look for it at every company. Ask for the digits again."
    )
    expect(listed("4000 1007").unknown).toBeUndefined()
  })

  it("list refused commands last with the reason, and select another one", () => {
    const list = listed("> activate", sourcesFor({ role: Role.id.CallCenterAgent }))
    const row = rowOf(list, "locks.activate")
    expect(row?.refusal?.error).toBe("Insufficient Permissions: this needs Write on Activate Locks.")
    expect(headingsOf(list).slice(-2)).toEqual(["Not available to you", "Coming soon"])
    const refused = list.sections.slice(0, -1).flatMap(({ rows }) => rows.map(({ refusal }) => refusal !== null))
    expect(refused).toEqual(refused.toSorted((a, b) => Number(a) - Number(b)))
    const mixed = listed("locks", sourcesFor({ role: Role.id.CallCenterAgent }))
    const chosen = typed("locks", mixed).selected
    expect(rowOf(mixed, chosen ?? "")?.refusal).toBeNull()
  })

  it.each([
    ["status:sold", /^There is no status 'sold'\. status: available, lost, returned-to-dropbox, /],
    ["status:damagd", /^There is no status 'damagd'\. Did you mean Damaged\? status: available, /],
    ["color:pink", /^There is no color 'pink'\. color: gray, /],
    ["is:gone", /^There is no is 'gone'\. is: inventory, available, /],
    ["status:", /^status has no value yet\. status: available, /],
    ["size:10", /^There is no filter size/]
  ])("explain the allowed values for %s", (text, message) => expect(searchProblems(parse(text))[0]).toMatch(message))

  it.each(["status:lost", "status:tenant-using", "status:1002", "is:inuse", "fms:yardi", "role:admin", "unit:x"])(
    "accept the filter %s",
    (text) => expect(searchProblems(parse(text))).toEqual([])
  )

  it("say that a serial code has 8 digits if there are more, as from two scans", () => {
    expect(searchProblems(parse("4000106140001062"))).toEqual(["A serial code has 8 digits, not 16."])
    expect(listed("4000106140001062").problem).toBeUndefined()
    expect(searchProblems(parse("4000 1061"))).toEqual([])
  })

  it("say where to run a command that reads a file", () => {
    const row = rowOf(listed("> shipment", sourcesFor({ role: Role.id.SuperAdmin })), "registry.import")
    expect(row?.refusal?.next).toContain("lockdesk registry import")
  })

  it(`have at most ${mostRows} rows and count the rest`, () => {
    const many = Array.from({ length: 100 }, (_, at) => ({
      lockID: LockId.make(at + 1),
      serialCode: String(40000000 + at)
    }))
    const list = listed("# 4000", sourcesFor({ locks: many }))
    expect(rowsOf(list.sections)).toHaveLength(mostRows)
    expect(list.locksFound).toBe(100)
  })

  it("never contain a row twice", () => {
    for (const typed of ["", "l", "lo", "locks", "40", ">", "%", "?", "go"]) {
      const ids = idsOf(listed(typed))
      expect(new Set(ids).size).toBe(ids.length)
    }
  })
})

describe("server results", () => {
  const lock = (lockID: number, serialCode: string) => ({
    lockID: LockId.make(lockID),
    serialCode,
    unitNumber: null,
    facilityID: null,
    facilityName: null,
    statusCode: null,
    statusName: null,
    colorName: null,
    updatedBy: null,
    updatedOn: null,
    is: []
  })

  it("are added at the end, without rows already listed", () => {
    const from = sourcesFor()
    const local = listed("40001", from)
    const both = withServerRows(local, [lock(1, "40001007"), lock(77, "99400010")], parse("40001"), from)
    expect(idsOf(both)).toEqual([...idsOf(local), "lock 77"])
    expect(headingsOf(both).at(-1)).toBe("From the server")
    expect(rowOf(both, "lock 77")?.title.marks).toEqual([expect.objectContaining({ start: 2, end: 7 })])
  })
})

describe("the rows for an empty input", () => {
  it("are actions for the selected lock, then recent items, then screens", () => {
    const scores = new Map<LockId | string, number>([
      [LockId.make(3), 1],
      ["go.dashboard", 2],
      ["facility 3", 0.5],
      [LockId.make(4711), 9],
      ["locks.reveal", 8]
    ])
    const list = emptyRows({ lockID: LockId.make(1), serialCode: "40001007" }, sourcesFor({ scores }))
    expect(headingsOf(list)).toEqual(["Lock 4000 1007", "Recent", "Go to"])
    const actions = list.sections[0]?.rows.map(({ id }) => id) ?? []
    expect(actions[0]).toBe("locks.reveal on 1")
    expect(actions).toEqual(expect.arrayContaining(["locks.show on 1", "locks.log on 1"]))
    expect(actions.filter((id) => !id.endsWith(" on 1"))).toEqual([])
    expect(list.sections[1]?.rows.map(({ id }) => id)).toEqual(["go.dashboard", "lock 3", "facility 3"])
    expect(new Set(idsOf(list)).size).toBe(idsOf(list).length)
    expect(idsOf(list).length).toBeLessThanOrEqual(mostRows)
  })

  it("start with actions for the selected rows, with their count, each once", () => {
    const selectedRows = { heading: "3 facilities", titles: { "fms.test": "Test FMS of 3 facilities" } }
    const from = { ...sourcesFor({ scores: new Map([["fms.test", 9]]) }), selectedRows }
    const list = emptyRows(null, from)
    expect(headingsOf(list)).toEqual(["3 facilities", "Go to"])
    expect(list.sections[0]?.rows.map(({ title }) => title.text)).toEqual(["Test FMS of 3 facilities"])
    expect(new Set(idsOf(list)).size).toBe(idsOf(list).length)
    expect(rowOf(listed("> test fms", from), "fms.test")?.title.text).toBe("Test FMS of 3 facilities")
    // Actions for selected locks and general list actions share a section.
    const locks = { heading: "2 locks", titles: { "fms.test": "Test 2 locks" } }
    expect(headingsOf(emptyRows(null, { ...from, several: 2, selectedRows: locks }))).toEqual(["2 locks", "Go to"])
  })

  it("refuse a command for a single lock while several are selected, unless the line names the lock", () => {
    const from = { ...sourcesFor(), several: 2 }
    expect(rowOf(listed("> reveal", from), "locks.reveal")?.refusal?.error).toMatch(/^This works on one lock at a time/)
    for (const serial of ["40001007", "77777777"]) {
      const line = rowsOf(listed(`reveal ${serial}`, from).sections).find(isTypedLine)
      expect([serial, line?.refusal]).toEqual([serial, null])
    }
  })

  it("include a part's own actions while that part is on screen", () => {
    expect(idsOf(listed("> notices"))).not.toContain("notices.open")
    expect(idsOf(listed("> notices", sourcesFor({ handled: ["notices.open"] })))).toContain("notices.open")
  })

  it("exclude moves within lists and internal commands", () => {
    const handled = ["lists.next", "palette.reveal", "layer.close", "palette.open"]
    const ids = idsOf(listed("> ", sourcesFor({ handled })))
    expect(ids.filter((id) => handled.includes(id) || id === "auth.login")).toEqual([])
    expect(locks.length).toBe(3)
  })
})
