import { useEffect } from "react"
import { useFmsTests } from "./useFmsTests.ts"

/** Facilities to test, one per line; all if none are named. A new object starts a new test. */
export interface AskedTest {
  readonly facilities: unknown
}

/**
 * Runs the requested test and shows a toast at the start and the end. The host handles the command; a visible table
 * takes precedence.
 */
export const FmsTester = ({ asked }: { readonly asked: AskedTest }) => {
  const { test } = useFmsTests(false, { away: true })
  useEffect(() => test(asked.facilities), [asked])
  return null
}
