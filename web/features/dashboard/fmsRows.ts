import type { FacilityId } from "#core/base/ids.ts"
import type { Facility } from "#core/facilities/Facility.ts"
import { fmsProfiles } from "#core/fms/fmsFields.ts"
import { Fms, IntegrationMode } from "#core/fms/fmsSystems.ts"
import type { FmsTestResult } from "#core/fms/FmsTestResult.ts"
import { foldText } from "#core/base/search/foldText.ts"
import { naturally } from "#web/app/naturally.ts"

/** A row of the table: a facility with an FMS, and its last test if any. */
export interface FmsRow {
  readonly facilityID: FacilityId
  readonly facilityName: string
  readonly fms: string
  /** Null if it was never tested or can't be. */
  readonly result: FmsTestResult | null
  /** False if the FMS has no API to test. */
  readonly testable: boolean
}

/** Failed first, then untested, then good (001 §2: by result ascending), then by name. */
const place = ({ result, testable }: FmsRow): number => (result === null ? (testable ? 1 : 3) : result.result ? 2 : 0)

/** Rows for the results, and for facilities with an FMS but no result. */
export const fmsRows = (
  results: Readonly<Record<string, FmsTestResult>>,
  facilities: ReadonlyArray<Facility>
): ReadonlyArray<FmsRow> => {
  // A facility that switched to files has nothing left to test, even if its connection was tested before.
  const byFile = new Set(
    facilities.filter(({ mode }) => mode === IntegrationMode.id.ViaCsv).map(({ facilityID }) => facilityID)
  )
  const tested = Object.values(results).map((result): FmsRow => ({
    facilityID: result.facilityID,
    facilityName: result.facilityName,
    fms: result.managementSoftwareName,
    result: byFile.has(result.facilityID) ? null : result,
    testable: !byFile.has(result.facilityID)
  }))
  const others = facilities.flatMap(
    ({ facilityID, facilityName, managementSoftware, isActive, mode }): ReadonlyArray<FmsRow> => {
      if (!isActive || results[String(facilityID)] !== undefined || !Fms.isId(managementSoftware)) return []
      const { connection } = fmsProfiles[managementSoftware]
      if (connection === "none") return []
      const fms = Fms.label(managementSoftware)
      const testable = connection === "wire" && mode !== IntegrationMode.id.ViaCsv
      return [{ facilityID, facilityName, fms, result: null, testable }]
    }
  )
  return [...tested, ...others].toSorted(
    (one, other) => place(one) - place(other) || naturally(one.facilityName, other.facilityName)
  )
}

/** Results to filter by. */
export const fmsResultKinds = [
  { kind: "failed", label: "Failed" },
  { kind: "untested", label: "Not tested" },
  { kind: "good", label: "Good" },
  { kind: "csv", label: "CSV only" }
] as const

const kindOf = ({ result, testable }: FmsRow): (typeof fmsResultKinds)[number]["kind"] =>
  result === null ? (testable ? "untested" : "csv") : result.result ? "good" : "failed"

type Order = (one: FmsRow, other: FmsRow) => number
const byName: Order = (one, other) => naturally(one.facilityName, other.facilityName)
const testedAt = ({ result }: FmsRow): string => result?.timestamp ?? ""

/** Sort orders of the table. The first is the documents'. */
export const fmsSorts: ReadonlyArray<{ readonly sort: string; readonly label: string; readonly order: Order }> = [
  { sort: "", label: "Failures first", order: (one, other) => place(one) - place(other) || byName(one, other) },
  { sort: "facility", label: "Facility", order: byName },
  { sort: "fms", label: "FMS", order: (one, other) => one.fms.localeCompare(other.fms) || byName(one, other) },
  {
    sort: "newest",
    label: "Newest test",
    order: (one, other) => testedAt(other).localeCompare(testedAt(one)) || byName(one, other)
  },
  {
    sort: "oldest",
    label: "Oldest test",
    order: (one, other) => testedAt(one).localeCompare(testedAt(other)) || byName(one, other)
  }
]

/** Filters and order of the table. An empty text doesn't filter. */
export interface FmsChoice {
  readonly text: string
  /** The label of an FMS. */
  readonly system: string
  readonly result: string
  readonly sort: string
}

/** The matching rows in the chosen order. */
export const chosenRows = (
  rows: ReadonlyArray<FmsRow>,
  { text, system, result, sort }: FmsChoice
): ReadonlyArray<FmsRow> => {
  const wanted = foldText(text)
  const known = fmsResultKinds.some(({ kind }) => kind === result)
  const order = fmsSorts.find((each) => each.sort === sort)?.order
  const fitting = rows.filter(
    (row) =>
      (foldText(row.facilityName).includes(wanted) || String(row.facilityID) === text.trim()) &&
      (system === "" || row.fms === system) &&
      (!known || kindOf(row) === result)
  )
  return order === undefined ? fitting : fitting.toSorted(order)
}
