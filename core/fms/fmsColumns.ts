import type { FmsTestResult } from "./FmsTestResult.ts"
import { TestMode } from "./fmsSystems.ts"

/** The text of a result: `Good`, or the problem (001 §8). */
export const statusText = ({ result, errorMessage }: FmsTestResult): string =>
  result ? "Good" : (errorMessage ?? "FMS test failed")

/** The software of a result, marked if a simulator answered instead. */
export const answeredBy = (software: string, simulated: boolean): string =>
  simulated ? `${software} (simulator)` : software

/** The failed stage and the error; "" for a good result. */
export const causeText = ({ stage, code }: Pick<FmsTestResult, "stage" | "code">): string =>
  [...new Set([stage, code])].filter((part) => part !== null).join(" ")

interface FmsColumn {
  readonly heading: string
  readonly text: (row: FmsTestResult) => string
  /** The value without formatting, for files. */
  readonly raw?: (row: FmsTestResult) => string
}

/** The columns of results: those of the dashboard, and what to do next. `time` formats an ISO timestamp. */
export const fmsColumns = (time: (instant: string) => string): ReadonlyArray<FmsColumn> => [
  { heading: "Facility", text: (row) => row.facilityName },
  { heading: "FMS", text: (row) => answeredBy(row.managementSoftwareName, row.simulated) },
  { heading: "Status", text: statusText },
  {
    heading: "Cause",
    text: causeText
  },
  { heading: "Last tested", text: (row) => time(row.timestamp), raw: (row) => row.timestamp },
  {
    heading: "Test type",
    text: (row) => TestMode.label(row.manualTest ? TestMode.id.Manual : TestMode.id.Automatic)
  },
  { heading: "Next", text: (row) => row.nextAction ?? "" }
]
