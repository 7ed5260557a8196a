import { expect } from "vitest"
import { codeOf } from "./codeOf.ts"
import { type Attempt, dataOf } from "./load.ts"
import type { CompanyRecords } from "./records.ts"

/** The responses of granted reveals. */
const granted = (attempts: ReadonlyArray<Attempt>) =>
  attempts
    .filter(({ kind, answer }) => kind === "reveal" && answer?.status === 200)
    .map(({ answer, serial, userID }) => ({
      serial,
      userID,
      ...dataOf<{ readonly unlockCode: string; readonly auditSeq: number }>(answer)
    }))

/**
 * Checks that the records contain everything that was answered, and nothing half-done. An activation answered with 200 is one
 * active lock at its facility, with one log line and one audit record. A revealed combination is right and has the audit record
 * that its response names, for that user and lock. Anything done without a response was done completely. Counters match a
 * recount, and the chain and its witness are valid.
 */
export const expectRecords = (records: CompanyRecords | null, attempts: ReadonlyArray<Attempt>): void => {
  if (records === null) throw new Error("the server was not asked for its records")
  const { locks, orphans, approvals, wrongCounters, broken } = records
  expect(broken, "the chain").toBeNull()
  expect(wrongCounters, "counters that are off").toEqual([])
  expect(orphans, "records of activations without a lock").toEqual([])
  expect(
    locks.filter(({ activations }) => activations.logs !== 1 || activations.records !== 1),
    "activations without log or record"
  ).toEqual([])
  expect(
    locks.filter(({ reveals: { counted, logs, reported, records: written } }) =>
      [logs, reported, written].some((number) => number !== counted)
    ),
    "reveals that are half recorded"
  ).toEqual([])

  const bySerial = new Map(locks.map((lock) => [lock.serial, lock]))
  const lost = attempts.filter(({ kind, serial, facilityID, answer }) => {
    const lock = bySerial.get(serial)
    return kind === "activate" && answer?.status === 200 && !(lock?.isActive === true && lock.facilityID === facilityID)
  })
  expect(lost, "activations that were answered and are not there").toEqual([])

  const revealed = granted(attempts)
  const bySeq = new Map(approvals.map((record) => [record.seq, record]))
  const unrecorded = revealed.filter(({ auditSeq, serial, userID }) => {
    const record = bySeq.get(auditSeq)
    return record === undefined || record.userID !== userID || record.serial !== serial
  })
  expect(unrecorded, "revealed combinations without their record").toEqual([])
  expect(new Set(revealed.map(({ auditSeq }) => auditSeq)).size, "answers that share a record").toBe(revealed.length)
  expect(
    revealed.filter(({ serial, unlockCode }) => unlockCode !== codeOf(serial)),
    "wrong combinations"
  ).toEqual([])
  const asked = attempts.filter(({ kind }) => kind === "reveal").length
  expect(approvals.length, "records of reveals that nobody asked for").toBeLessThanOrEqual(asked)
}
