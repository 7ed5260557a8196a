import { Result, Schema } from "effect"
import { type Access, reads, writes } from "#core/auth/Access.ts"
import { accessRefusal, type AccessRefusal } from "#core/auth/accessRules.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { Area } from "#core/auth/permissions.ts"
import { csvRowWords } from "#core/base/csvRowWords.ts"
import type { UserId } from "#core/base/ids.ts"
import { isSerial, serialFix, serialOf } from "#core/base/serialText.ts"
import { formulaErrorFix, isFormulaError } from "#core/base/formulaError.ts"
import { unitOf } from "#core/base/unitName.ts"
import { wholeDigits } from "#core/base/wholeDigits.ts"
import type { FmsFixed } from "#core/facilities/FacilityErrors.ts"
import { importAccess, userImportAccess } from "#core/imports/importAccess.ts"
import { UnitNumber } from "#core/locks/LockChange.ts"
import { UndoRefused } from "#core/locks/LockChangeErrors.ts"
import { LockColor, type LockColorId } from "#core/locks/lockColors.ts"
import { LockStatus, type LockStatusId } from "#core/locks/lockStatuses.ts"
import { JobNotFound } from "./JobErrors.ts"
import type { JobKind, JobRowInput, RowProblem, SelectionJobKind } from "./Job.ts"

/** The access for each kind of job: the same as for changing one of its rows by hand. */
export const jobAccess: Readonly<Record<JobKind, Access>> = {
  activate: writes(Area.id.ActivateLocks),
  assign: writes(Area.id.Inventory, { also: Area.id.ActivateLocks }),
  setStatus: writes(Area.id.Locks),
  transfer: writes(Area.id.Locks),
  setUnit: writes(Area.id.Locks),
  setColor: writes(Area.id.Locks),
  // Each row needs the access of the change it undoes, and is refused without it.
  undo: reads(Area.id.Locks),
  importFacilities: importAccess,
  importUsers: userImportAccess
}

/** Why a job can't be used: it doesn't exist for the user, or it is their own and they lost the access for it. */
export type JobRefused = JobNotFound | AccessRefusal

/** Why a job can't run for its user: they lost the access for it, or for what this job does. */
export type StartRefused = AccessRefusal | FmsFixed

/**
 * Why a user may not see and control a job, or null: they may if it is their own, or one of their company that they could have
 * created.
 */
export const jobRefusal = (
  user: LoggedInUser,
  job: { readonly userID: UserId; readonly kind: JobKind }
): JobRefused | null => {
  const refusal = accessRefusal(user, jobAccess[job.kind])
  if (job.userID === user.userID) return refusal
  return refusal === null && user.facilityIDs.length === 0 ? null : new JobNotFound()
}

/** The kinds of jobs that can't be undone. */
const notUndoable: Readonly<Partial<Record<JobKind, UndoRefused["data"]["reason"]>>> = {
  activate: "Activation",
  importFacilities: "FacilityImport",
  importUsers: "UserImport",
  undo: "NotUndoable"
}

/**
 * Why a job can't be undone, or null: it is another person's, or its changes can't be undone. Its rows are checked one
 * by one when the undo is planned.
 */
export const jobUndoRefusal = (
  user: LoggedInUser,
  job: { readonly userID: UserId; readonly kind: JobKind }
): UndoRefused | null => {
  if (job.userID !== user.userID) return new UndoRefused({ data: { reason: "NotYours" } })
  const reason = notUndoable[job.kind]
  return reason === undefined ? null : new UndoRefused({ data: { reason } })
}

/** The parsed request of a row. */
export interface JobRowPatch {
  readonly serial: string
  readonly status: LockStatusId | null
  readonly unit: string | null
  readonly color: LockColorId | null
}

/** The values for rows without their own. */
export interface JobDefaults {
  readonly status: LockStatusId | null
  readonly color: number | null
}

const issue = (error: string, fix: string): RowProblem => ({ code: "InvalidRow", error, fix })
const isUnit = Schema.is(UnitNumber)
const shown = (text: string): string => (text === "" ? "nothing" : `'${text.slice(0, 40)}'`)

const noSuch = (what: string, text: string): string =>
  text === "" ? `The ${what} is missing.` : `There is no ${what} ${shown(text)}.`

/** Parses a row, or returns what is wrong with it. `defaults` apply to rows without their own values. */
export const readJobRow = (
  kind: SelectionJobKind,
  row: JobRowInput,
  { status, color }: JobDefaults
): Result.Result<JobRowPatch, RowProblem> => {
  if (row.fault !== undefined) {
    const { error, fix } = csvRowWords(row.fault)
    return Result.fail(issue(error, fix))
  }
  const serial = serialOf(row.serialCode)
  if (!isSerial(serial)) {
    return Result.fail(issue(`Serial Code must be 8 digits, found ${shown(serial)}.`, serialFix(serial)))
  }
  const nothing = { serial, status: null, unit: null, color: null }
  if (kind === "setColor") {
    const named = row.color?.trim() ?? ""
    const to = named === "" ? color : LockColor.parse(wholeDigits(named))
    if (to !== null && to !== undefined && LockColor.isId(to)) return Result.succeed({ ...nothing, color: to })
    const names = LockColor.rows.map(({ label }) => label).join(", ")
    return Result.fail(issue(noSuch("color", named), `Enter one of ${names}.`))
  }
  if (kind !== "setStatus" && kind !== "setUnit") return Result.succeed(nothing)
  const text = row.status?.trim() ?? ""
  const wanted = text === "" ? status : (LockStatus.parse(wholeDigits(text)) ?? null)
  const names = LockStatus.rows.map(({ label }) => label).join(", ")
  if (wanted === null && kind === "setStatus") {
    return Result.fail(issue(noSuch("status", text), `Enter one of ${names}.`))
  }
  const unit = unitOf(row.unitNumber ?? null)
  if (unit !== null && isFormulaError(unit)) {
    return Result.fail(issue(`A unit can't be ${shown(unit)}.`, formulaErrorFix))
  }
  if (!isUnit(unit ?? ""))
    return Result.fail(issue("A unit has at most 40 characters on one line.", "Shorten the unit."))
  return Result.succeed({ ...nothing, status: kind === "setStatus" ? wanted : null, unit })
}

/** A row that asks for something else for the lock of an earlier one: it is unclear which one is right. */
export const repeatedRow = (earlier: number): RowProblem => ({
  code: "RepeatedRow",
  error: `Row ${earlier} already has this lock.`,
  fix: "Remove one of them."
})
