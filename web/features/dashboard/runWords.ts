import { countText } from "#core/base/countText.ts"
import type { FmsTestResult } from "#core/fms/FmsTestResult.ts"

/** Toast text of a finished run (001 §8). */
export const runWords = (results: ReadonlyArray<FmsTestResult>): { readonly good: boolean; readonly text: string } => {
  const failed = results.filter(({ result }) => !result)
  const [first] = failed
  if (first === undefined) return { good: true, text: "All FMS tests passed" }
  return {
    good: false,
    text:
      failed.length === 1
        ? (first.errorMessage ?? "FMS test failed")
        : `${countText(failed.length)} facilities failed the FMS test`
  }
}
