import { buildIfStale } from "./buildIfStale.ts"

/** Runs once before journeys, so that one run by itself opens the console as it is and not as it was built before. */
export default (): void => {
  if (process.env["LOCKDESK_TEST_CONSOLE"] === undefined) buildIfStale("buildWeb.ts")
}
