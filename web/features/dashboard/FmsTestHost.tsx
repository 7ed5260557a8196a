import { useFmsTests } from "./useFmsTests.ts"

/** Carries out 'Test FMS' where the table is not shown: says that it began, and how it ended. */
export const FmsTestHost = () => {
  useFmsTests(true, { away: true })
  return null
}
