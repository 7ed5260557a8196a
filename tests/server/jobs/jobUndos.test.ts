import { describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import type { JobId } from "#core/base/ids.ts"
import { usualHomes } from "../../support/databases.ts"
import { useJobPlace } from "./jobPlace.ts"

describe.each(usualHomes)("undoing jobs, on $name", (home) => {
  const place = useJobPlace(home)
  const { at, company, lock, call, make, rowsOf, ended, run, fates } = place

  const lockOf = async (serialCode: string) =>
    (await place.server.call(place.owner, (api) => api.locks.search({ query: { filter: `serialCode=${serialCode}` } })))
      .data[0]
  const change = async (serialCode: string, edit: Record<string, unknown>) => {
    const lockID = (await lockOf(serialCode))?.lockID
    const body = { lockID, ...edit }
    await place.server.fetch("/api/locks/update-lock", { method: "PUT", token: place.owner, body })
  }
  const undone = async (jobID: JobId) => {
    const { data: made } = await call(`/jobs/${jobID}/undo`)
    expect(made).toMatchObject({ kind: "undo", undoes: jobID, state: "receiving" })
    const planned = await call(`/jobs/${made.jobID}/plan`)
    await call(`/jobs/${made.jobID}/apply`)
    return { planned: planned.data, job: await ended(made.jobID), rows: await fates(made.jobID) }
  }

  it.each([
    ["set-status", { secondaryLockStatus: 1007 }, {}, { secondaryLockStatus: 1007, unitNumber: null }],
    ["set-unit", {}, { unitNumber: "Z-9" }, { unitNumber: "Z-9", secondaryLockStatus: 1004 }],
    ["set-color", { color: -65536 }, {}, { color: -65536 }],
    ["transfer", {}, {}, { facilityName: "Oak Ave", secondaryLockStatus: 1001, unitNumber: null }]
  ] as const)("%s of several locks is taken back whole", async (kind, more, row, after) => {
    const serials = await Promise.all([1, 2, 3].map((nth) => lock(1004, { unit: `${kind} ${nth}` })))
    const before = await Promise.all(serials.map(lockOf))
    const about = kind === "transfer" ? { facilityID: at.oak } : more
    const job = await run(
      kind,
      about,
      rowsOf(serials).map((each) => ({ ...each, ...row }))
    )
    expect(job).toMatchObject({ done: 3, applied: 3, failed: 0 })
    for (const serial of serials) expect(await lockOf(serial)).toMatchObject(after)

    const { planned, job: back } = await undone(job.jobID)
    expect(planned).toMatchObject({ wouldApply: 3, wouldFail: 0 })
    expect(back).toMatchObject({ state: "done", applied: 3, failed: 0 })
    const now = await Promise.all(serials.map(lockOf))
    expect(now.map((each) => ({ ...each, updatedOn: "" }))).toEqual(
      before.map((each) => ({ ...each, updatedOn: "", updatedBy: "Owner acme" }))
    )
    const { data: records } = await place.server.call(place.owner, (api) =>
      api.audit.list({ query: { subject: serials[0] ?? "" } })
    )
    expect(records[0]).toMatchObject({ action: "locks.undo" })
    expect(JSON.parse(records[0]?.payload ?? "")).toMatchObject({ undoes: records[1]?.seq, jobID: back.jobID })

    // Repeating it is not an error and changes nothing.
    const again = await undone(job.jobID)
    expect(again.job).toMatchObject({ done: 3, applied: 0, failed: 0 })
    expect((await Promise.all(serials.map(lockOf))).map((each) => each?.updatedOn)).toEqual(
      now.map((each) => each?.updatedOn)
    )
  })

  it("overwrites no later change, reports which and why, and undoes the rest", async () => {
    const serials = [await lock(1001), await lock(1001), await lock(1007)]
    const job = await run("set-status", { secondaryLockStatus: 1007 }, rowsOf(serials))
    expect(job).toMatchObject({ applied: 2, failed: 0 })
    await change(serials[1] ?? "", { color: -256 })
    const { planned, job: back, rows } = await undone(job.jobID)
    expect(planned).toMatchObject({ total: 2, wouldApply: 1, wouldFail: 1 })
    expect(back).toMatchObject({ applied: 1, failed: 1 })
    expect(rows.map(({ serialCode, outcome, problem }) => [serialCode, outcome, problem?.error])).toEqual([
      [serials[0], "apply", undefined],
      [serials[1], "refuse", "The lock has changed since."]
    ])
    expect(await lockOf(serials[1] ?? "")).toMatchObject({ secondaryLockStatus: 1007, color: -256 })
  })

  it("is limited to finished, undoable jobs of the user and their company", async () => {
    const [serial = ""] = [await lock(1001)]
    const job = await run("set-color", { color: -256 }, rowsOf([serial]))
    const refusals = async (token: string) => {
      const { status, code } = await call(`/jobs/${job.jobID}/undo`, undefined, token)
      return [status, code]
    }
    expect(await refusals(await place.server.enter("acme", Role.id.Admin))).toEqual([409, "UndoRefused"])
    expect(await refusals(await place.server.enter("other", Role.id.Owner))).toEqual([404, "JobNotFound"])
    const { data: open } = await make("set-color", { color: -23296 })
    expect(await call(`/jobs/${open.jobID}/undo`)).toMatchObject({ status: 409, code: "JobStateRefused" })
    const activated = await run("activate", { facilityID: at.maple }, rowsOf(await place.register(1)))
    expect(await call(`/jobs/${activated.jobID}/undo`)).toMatchObject({
      status: 409,
      code: "UndoRefused",
      error: "Activations can't be undone."
    })
    // It also works in another session of the same user, and no rows can be added to it.
    const { data: made } = await call(
      `/jobs/${job.jobID}/undo`,
      undefined,
      await place.server.enter("acme", Role.id.Owner)
    )
    expect(await place.add(made.jobID, rowsOf([serial]))).toMatchObject({ status: 409, code: "JobStateRefused" })
    await call(`/jobs/${made.jobID}/apply`)
    expect(await ended(made.jobID)).toMatchObject({ applied: 1, failed: 0 })
    expect(company.acme).toBeGreaterThan(0)
  })
})
