import { useEffect } from "react"
import { useFmsTests } from "./useFmsTests.ts"

/** Facilities to test, one a line; all where none are named. A new object is a new test. */
export interface AskedTest {
  readonly facilities: unknown
}

/** Tests what it is asked to, and says that it began and how it ended. The command is its host's: a table on the screen goes before. */
export const FmsTester = ({ asked }: { readonly asked: AskedTest }) => {
  const { test } = useFmsTests(false, { away: true })
  useEffect(() => test(asked.facilities), [asked])
  return null
}
