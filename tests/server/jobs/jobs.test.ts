import { describe, expect, it } from "vitest"
import { readCsv } from "#core/base/csv.ts"
import { Role, type RoleId } from "#core/auth/roles.ts"
import { LockId } from "#core/base/ids.ts"
import type { LiveEvent } from "#core/live/LiveEvent.ts"
import { homes } from "../../support/databases.ts"
import { emailOf, makeLock } from "../../support/fixture.ts"
import { settledLevel } from "../../support/settledPermissions.ts"
import { connect, listen, until } from "../hub/hubHarness.ts"
import { useJobPlace } from "./jobPlace.ts"

/** A job event as a client receives it. */
type JobProgress = Omit<Extract<LiveEvent, { readonly event: "updateJob" }>, "event">

describe.each(homes)("jobs, on $name", (home) => {
  const place = useJobPlace(home)
  const { at, company, serial, sql, register, lock, call, make, rowsOf, add, ended, run, fates } = place

  it("activates a file: per row one lock, one record that names the job, one log line", async () => {
    const serials = await register(5)
    const { data: made } = await make("activate", { facilityID: at.maple, columns: ["Serial"] })
    expect(made).toMatchObject({
      kind: "activate",
      state: "receiving",
      running: false,
      total: 0,
      facilityName: "Maple St",
      createdBy: "Owner acme"
    })
    expect((await add(made.jobID, rowsOf(serials))).data).toMatchObject({ total: 5, planned: 0 })
    const planned = await call(`/jobs/${made.jobID}/plan`)
    expect(planned.data).toMatchObject({ state: "receiving", planned: 5, wouldApply: 5, wouldFail: 0, done: 0 })
    const nothing = await place.server.call(place.owner, (api) =>
      api.locks.search({ query: { filter: `serialCode=${serials[0]}` } })
    )
    expect(nothing.totalCount).toBe(0)

    expect((await call(`/jobs/${made.jobID}/apply`)).data).toMatchObject({ state: "applying", running: true })
    expect(await ended(made.jobID)).toMatchObject({ state: "done", done: 5, applied: 5, failed: 0 })
    for (const row of await fates(made.jobID)) {
      expect(row).toMatchObject({ plan: "apply", outcome: "apply", problem: null })
      const { data: records } = await place.server.call(place.owner, (api) =>
        api.audit.list({ query: { subject: row.serialCode } })
      )
      expect(records).toMatchObject([{ seq: row.auditSeq, action: "locks.activate", userName: "Owner acme" }])
      expect(JSON.parse(records[0]?.payload ?? "")).toMatchObject({
        lockID: row.lockID,
        facilityID: at.maple,
        jobID: made.jobID
      })
      const { data: logs } = await place.server.call(place.owner, (api) =>
        api.locks.logs({ query: { lockID: LockId.make(row.lockID ?? 0) } })
      )
      expect(logs.map(({ logDescription }) => logDescription)).toEqual(["Activated at Maple St by Owner acme"])
    }
  })

  it("gives each row the outcome of the same manual change, plans the same, and isolates failures", async () => {
    const [fresh = "", again = ""] = await register(2)
    const active = await lock(1004, { unit: "B-1" })
    const stored = await lock(1001, { facilityID: null })
    const damaged = await lock(1007, { facilityID: null })
    const theirs = await lock(1001, { companyID: company.other, facilityID: at.theirs })
    const given = [fresh, "1234", active, stored, damaged, theirs, "99999999", again, fresh, "", "99999999"]
    const { data: made } = await make("activate", { facilityID: at.oak, columns: ["Serial"] })
    await add(made.jobID, rowsOf(given))
    const expected = [
      ["apply", null],
      ["refuse", "InvalidRow"],
      ["refuse", "LockAlreadyActive"],
      ["apply", null],
      ["refuse", "LockNotAvailable"],
      ["refuse", "SerialNotFound"],
      ["refuse", "SerialNotFound"],
      ["apply", null],
      ["nothing", null],
      ["refuse", "InvalidRow"],
      ["nothing", null]
    ]
    expect((await call(`/jobs/${made.jobID}/plan`)).data).toMatchObject({ planned: 11, wouldApply: 3, wouldFail: 6 })
    expect((await fates(made.jobID)).map(({ plan, planProblem }) => [plan, planProblem?.code ?? null])).toEqual(
      expected
    )
    await call(`/jobs/${made.jobID}/apply`)
    expect(await ended(made.jobID)).toMatchObject({ state: "done", done: 11, applied: 3, failed: 6 })
    const rows = await fates(made.jobID)
    expect(rows.map(({ outcome, problem }) => [outcome, problem?.code ?? null])).toEqual(expected)
    expect(rows.map(({ problem }) => problem?.error ?? null)).toMatchObject([
      null,
      "Serial Code must be 8 digits, found '1234'.",
      "This lock is already activated at Maple St",
      null,
      "Lock is not set to Available",
      expect.stringContaining("Please check the serial code"),
      expect.stringContaining("Please check the serial code"),
      null,
      null,
      "Serial Code must be 8 digits, found nothing.",
      null
    ])
    // Another company's lock gets exactly the message of an unknown one.
    expect(rows[5]?.problem).toEqual(rows[6]?.problem)
  })

  it("sends its creator a notice when it is done, unless it is small", async () => {
    const inbox = async () => (await place.server.call(place.owner, (api) => api.notices.list({ query: {} }))).data
    const before = (await inbox()).length
    await run("activate", { facilityID: at.oak }, rowsOf(await register(24)))
    expect(await inbox()).toHaveLength(before)
    const whole = await run("activate", { facilityID: at.oak, source: "box.csv" }, rowsOf(await register(25)))
    const partly = await run("activate", { facilityID: at.oak, source: "" }, rowsOf([...(await register(25)), "123"]))
    // Sent after the job is done, so reading the job may come first.
    await expect.poll(async () => (await inbox()).length).toBe(before + 2)
    expect((await inbox()).slice(0, 2)).toMatchObject([
      {
        kind: "warning",
        message: "Activate: 1 of 26 rows failed.",
        next: "Open the job to see why and to download the failed rows.",
        path: `/jobs/${partly.jobID}`
      },
      { kind: "success", message: "Activate (box.csv): 25 of 25 rows are done.", path: `/jobs/${whole.jobID}` }
    ])
    const admin = await place.server.enter("acme", Role.id.Admin)
    expect((await place.server.call(admin, (api) => api.notices.list({ query: {} }))).data).toEqual([])
  })

  it("applies the limit row by row, in the plan and in the commit", async () => {
    const token = await place.server.enter("tight", Role.id.Owner)
    const serials = await register(5)
    const { data: made } = await make("activate", { facilityID: at.small }, token)
    await add(made.jobID, rowsOf(serials), token)
    expect((await call(`/jobs/${made.jobID}/plan`, undefined, token)).data).toMatchObject({
      wouldApply: 3,
      wouldFail: 2
    })
    await call(`/jobs/${made.jobID}/apply`, undefined, token)
    expect(await ended(made.jobID, token)).toMatchObject({ applied: 3, failed: 2 })
    const codes = (await fates(made.jobID, token)).map(({ problem }) => problem?.code ?? null)
    expect(codes).toEqual([null, null, null, "LockLimitReached", "LockLimitReached"])
  })

  it("allows one lock per unit across the rows of a file, in the plan and in the commit", async () => {
    await sql((sql) => sql`UPDATE companies SET locks_per_unit = 1 WHERE company_id = ${company.tight}`)
    const token = await place.server.enter("tight", Role.id.Owner)
    const facts = { companyID: company.tight, facilityID: at.small }
    const [a, b, c] = [await lock(1001, facts), await lock(1001, facts), await lock(1004, { ...facts, unit: "U-1" })]
    const rows = [
      { row: 1, serialCode: a, status: "Assigned Overlock", unitNumber: "U-1" },
      { row: 2, serialCode: c, status: "available" },
      { row: 3, serialCode: b, status: "1004", unitNumber: " U-1 " }
    ]
    const { data: made } = await make("set-status", { secondaryLockStatus: null }, token)
    await add(made.jobID, rows, token)
    const expected = [
      ["refuse", "UnitRefused"],
      ["apply", null],
      ["apply", null]
    ]
    await call(`/jobs/${made.jobID}/plan`, undefined, token)
    expect((await fates(made.jobID, token)).map(({ plan, planProblem }) => [plan, planProblem?.code ?? null])).toEqual(
      expected
    )
    await call(`/jobs/${made.jobID}/apply`, undefined, token)
    await ended(made.jobID, token)
    expect((await fates(made.jobID, token)).map(({ outcome, problem }) => [outcome, problem?.code ?? null])).toEqual(
      expected
    )
  })

  it("assigns only from the inventory", async () => {
    const stored = await lock(1001, { facilityID: null })
    const damaged = await lock(1007, { facilityID: null })
    const active = await lock(1001)
    const [registered = ""] = await register(1)
    const job = await run("assign", { facilityID: at.oak }, rowsOf([stored, damaged, active, registered]))
    expect(job).toMatchObject({ state: "done", applied: 1, failed: 3 })
    expect((await fates(job.jobID)).map(({ problem }) => problem?.code ?? null)).toEqual([
      null,
      "LockNotAvailable",
      "LockAlreadyActive",
      "LockNotFound"
    ])
    const { data: records } = await place.server.call(place.owner, (api) =>
      api.audit.list({ query: { subject: stored } })
    )
    expect(records.map(({ action }) => action)).toEqual(["inventory.assign"])
  })

  it("refuses unreadable rows with a message, and applies the others", async () => {
    const [a = "", b = "", c = ""] = await register(3)
    const job = await run("activate", { facilityID: at.maple, columns: ["serial", "note"] }, [
      { row: 2, serialCode: `${a.slice(0, 4)} ${a.slice(4)}`, cells: [a, "x"] },
      { row: 3, serialCode: b, cells: [b, ""], fault: { kind: "cells", found: 1, expected: 2 } },
      { row: 4, serialCode: "", fault: { kind: "quotes" } },
      { row: 5, serialCode: "4200001" },
      { row: 6, serialCode: c }
    ])
    expect(job).toMatchObject({ total: 5, applied: 2, failed: 3 })
    expect((await fates(job.jobID)).map(({ serialCode, problem }) => [serialCode, problem?.error ?? null])).toEqual([
      [a, null],
      [b, "This row has 1 cell, the header has 2 cells."],
      ["", "The quotes of this row don't match."],
      ["4200001", "Serial Code must be 8 digits, found '4200001'."],
      [c, null]
    ])
  })

  it("sets statuses, for all rows or per row, and counts rows without a change separately", async () => {
    const [a, b, c] = [await lock(1001), await lock(1002), await lock(1001)]
    const rows = [
      { row: 1, serialCode: a },
      { row: 2, serialCode: b },
      { row: 3, serialCode: c, status: "Assigned Overlock", unitNumber: "B-3" },
      { row: 4, serialCode: serial(), status: "asleep" }
    ]
    const job = await run("set-status", { secondaryLockStatus: 1002 }, rows)
    expect(job).toMatchObject({ done: 4, applied: 2, failed: 1, secondaryLockStatus: 1002 })
    expect((await fates(job.jobID)).map(({ outcome, problem }) => [outcome, problem?.error ?? null])).toEqual([
      ["apply", null],
      ["nothing", null],
      ["apply", null],
      ["refuse", "There is no status 'asleep'."]
    ])
  })

  it("changes no lock that its plan left unchanged, even if the data changed since, and reports each", async () => {
    const planned = await lock(1001)
    const asAsked = await lock(1002)
    const notThere = serial()
    const { data: job } = await make("set-status", { secondaryLockStatus: 1002 })
    await add(job.jobID, rowsOf([planned, asAsked, notThere]))
    expect((await call(`/jobs/${job.jobID}/plan`)).data).toMatchObject({ wouldApply: 1, wouldFail: 1 })
    await run("set-status", { secondaryLockStatus: 1001 }, rowsOf([asAsked]))
    await place.server.run(
      makeLock({ companyID: company.acme, facilityID: at.maple, serial: notThere, code: "1234", status: 1001 })
    )
    await call(`/jobs/${job.jobID}/apply`)
    expect(await ended(job.jobID)).toMatchObject({ done: 3, applied: 1, failed: 2 })
    expect(await fates(job.jobID)).toMatchObject([
      { serialCode: planned, outcome: "apply" },
      { serialCode: asAsked, plan: "nothing", outcome: "refuse", problem: { code: "RowNotPlanned" } },
      { serialCode: notThere, plan: "refuse", outcome: "refuse", problem: { code: "RowNotPlanned" } }
    ])
    // The same rows in a new job are checked against the current state.
    expect(await run("set-status", { secondaryLockStatus: 1002 }, rowsOf([planned, asAsked, notThere]))).toMatchObject({
      applied: 2,
      failed: 0
    })
  })

  it("returns failed rows as CSV with the original columns, error and fix, without combinations, and formulas as text", async () => {
    const [good = ""] = await register(1)
    const columns = ["Note", "Serial Code", "Combination", "error", "fix"]
    const { data: made } = await make("activate", { facilityID: at.maple, columns })
    const cells = [
      ["ok", good, "7391", "old", "old"],
      ['=1+1, "quoted"', "123", "7391", "old", "old"]
    ]
    await add(
      made.jobID,
      cells.map((each, nth) => ({ row: nth + 2, serialCode: each[1] ?? "", cells: each }))
    )
    await call(`/jobs/${made.jobID}/apply`)
    await ended(made.jobID)
    const { data } = await place.server.call(place.owner, (api) =>
      api.jobs.failedCsv({ params: { id: made.jobID }, query: {} })
    )
    expect(data).toMatchObject({ rows: 1, after: null })
    const reading = readCsv(data.csv)
    expect(
      reading.kind === "table" && [reading.table.header, ...[...reading.table.rows()].map(({ cells }) => cells)]
    ).toEqual([
      ["Note", "Serial Code", "error", "fix"],
      [`'=1+1, "quoted"`, "123", "Serial Code must be 8 digits, found '123'.", expect.stringContaining("8 digits")]
    ])
    const kept = await sql(
      (sql) => sql`SELECT cells FROM job_rows JOIN jobs USING (job_id) WHERE number = ${made.jobID}`
    )
    expect(JSON.stringify(kept)).not.toContain("7391")
  })

  it("fails only the row that can't be written, for any reason", async () => {
    const serials = await register(120)
    const bad = serials[60] ?? ""
    await sql(
      (sql) => sql`
      CREATE FUNCTION refuse_lock() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'not this one'; END $$`
    )
    await sql((sql) =>
      sql.unsafe(
        `CREATE TRIGGER refuse BEFORE INSERT ON locks FOR EACH ROW WHEN (NEW.serial = '${bad}') EXECUTE FUNCTION refuse_lock()`
      )
    )
    const job = await run("activate", { facilityID: at.maple }, rowsOf(serials))
    await sql((sql) => sql`DROP TRIGGER refuse ON locks`)
    expect(job).toMatchObject({ state: "done", done: 120, applied: 119, failed: 1 })
    const failed = (await fates(job.jobID)).filter(({ problem }) => problem !== null)
    expect(failed.map(({ serialCode, problem }) => [serialCode, problem?.code])).toEqual([[bad, "ServerFault"]])
    const { data } = await place.server.call(place.owner, (api) => api.audit.verify({ query: {} }))
    expect(data.broken).toBeNull()
  })

  it.each(Role.rows.map(({ id, label }) => [label, id] as const))("for a %s", async (_, role: RoleId) => {
    const token = await place.server.enter("acme", role)
    const levels = { activate: [2], assign: [3, 2], "set-status": [1] } as const
    for (const kind of ["activate", "assign", "set-status"] as const) {
      const body = kind === "set-status" ? { secondaryLockStatus: 1002 } : { facilityID: at.maple }
      const missing = levels[kind].find((area) => settledLevel(role, area) < 2)
      const own = await make(kind, body, token)
      expect([kind, own.status, own.code]).toEqual(
        missing === undefined ? [kind, 200, undefined] : [kind, 403, "AccessDenied"]
      )
      if (missing !== undefined) expect(own.data).toMatchObject({ area: missing, level: 2 })
      const { data: theirs } = await make(kind, body)
      const shown = await place.server.fetch(`/api/jobs/${theirs.jobID}`, { token })
      expect([kind, shown.status]).toEqual([kind, missing === undefined ? 200 : 404])
      for (const step of ["plan", "apply", "resume", "cancel"]) {
        const answer = await call(`/jobs/${theirs.jobID}/${step}`, undefined, token)
        if (missing !== undefined) expect([kind, step, answer.code]).toEqual([kind, step, "JobNotFound"])
      }
      const { data: listed } = await place.server.call(token, (api) => api.jobs.list({ query: { count: 100 } }))
      expect(listed.some(({ jobID }) => jobID === theirs.jobID)).toBe(missing === undefined)
    }
  })

  it("is hidden from other companies, and shows a restricted user only their own", async () => {
    const other = await place.server.enter("other", Role.id.Owner)
    const { data: ours } = await make("activate", { facilityID: at.maple })
    const unknown = await place.server.fetch("/api/jobs/2000000000", { token: other })
    const foreign = await place.server.fetch(`/api/jobs/${ours.jobID}`, { token: other })
    expect(foreign.status).toBe(404)
    expect({ ...(foreign.json as object), requestId: "" }).toEqual({ ...(unknown.json as object), requestId: "" })
    expect(await place.server.call(other, (api) => api.jobs.list({ query: {} }))).toMatchObject({
      data: [],
      totalCount: 0
    })

    await sql(
      (sql) =>
        sql`UPDATE users SET facility_ids = ${[at.maple]}::int[] WHERE email = ${emailOf("acme", Role.id.SitePersonnel)}`
    )
    const confined = await place.server.enter("acme", Role.id.SitePersonnel)
    expect((await place.server.fetch(`/api/jobs/${ours.jobID}`, { token: confined })).status).toBe(404)
    expect(await make("activate", { facilityID: at.oak }, confined)).toMatchObject({
      status: 404,
      code: "FacilityNotFound"
    })
    const { data: own } = await make("activate", { facilityID: at.maple }, confined)
    const { data: seen } = await place.server.call(confined, (api) => api.jobs.list({ query: { count: 100 } }))
    expect(new Set(seen.map(({ createdBy }) => createdBy))).toEqual(new Set(["Site Personnel acme"]))
    expect(seen[0]?.jobID).toBe(own.jobID)
  })

  it("notifies the company of its start and progress, and no one else", async () => {
    const people = [place.owner, await place.server.enter("other", Role.id.Owner)]
    const clients = await Promise.all(
      people.map((token) => connect(`${place.server.address}/api/hub`, { person: { token } }))
    )
    const heard = clients.map((client) => listen(client, "updateJob"))
    for (const [nth, client] of clients.entries()) await client.invoke("joinCompanyGroup", people[nth])
    const job = await run(
      "activate",
      { facilityID: at.maple },
      rowsOf([...(await register(1)), ...Array.from({ length: 2_010 }, place.serial)])
    )
    const heardProgress = () => (heard[0] ?? []).map(([progress]) => progress as JobProgress)
    await until("the end was heard", () => heardProgress().at(-1)?.state === "done")
    const { jobID } = job
    expect(heardProgress()[0]).toEqual({ jobID, state: "applying", total: 2011, done: 0, failed: 0 })
    expect(heardProgress().at(-1)).toEqual({ jobID, state: "done", total: 2011, done: 2011, failed: 2010 })
    // The number of batches depends on whether a manual change happened shortly before. A batch may be a single row.
    const between = heardProgress().slice(1, -1)
    expect(between).not.toEqual([])
    for (const { done, ...rest } of between) {
      expect(rest).toEqual({ jobID, state: "applying", total: 2011, failed: done - 1 })
    }
    const done = heardProgress().map((progress) => progress.done)
    expect(done).toEqual([...new Set(done)].toSorted((one, other) => one - other))
    expect(heard[1]).toEqual([])
  })
})
