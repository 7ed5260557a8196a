import { expect } from "vitest"
import { codeOf } from "./codeOf.ts"
import { type Attempt, dataOf } from "./load.ts"
import type { CompanyRecords } from "./records.ts"

/** The answers to reveals that were granted. */
const granted = (attempts: ReadonlyArray<Attempt>) =>
  attempts
    .filter(({ kind, answer }) => kind === "reveal" && answer?.status === 200)
    .map(({ answer, serial, userID }) => ({
      serial,
      userID,
      ...dataOf<{ readonly unlockCode: string; readonly auditSeq: number }>(answer)
    }))

/**
 * Whether the records hold what was answered, all of it, and nothing half done: an activation that was answered 200 is
 * one active lock at its facility, with one line of its log and one audit record; a revealed combination is right and
 * has the audit record that its answer names, of that user and that lock; whatever was done without an answer was done
 * whole; the counters are what counting gives; the chain and its witness hold.
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
