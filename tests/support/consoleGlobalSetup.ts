import { buildIfStale } from "./buildIfStale.ts"

/** Runs once before journeys, so that a single one also tests the current console instead of an old build. */
export default (): void => {
  if (process.env["LOCKDESK_TEST_CONSOLE"] === undefined) buildIfStale("buildWeb.ts")
}
