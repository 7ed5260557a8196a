import { defineProblem } from "#core/base/problem.ts"

/** No run that the user can see has this id. */
export class FmsRunNotFound extends defineProblem<FmsRunNotFound>()({
  tag: "FmsRunNotFound",
  status: 404,
  exit: "notFound",
  words: { error: "FMS test run not found.", next: "Start a new one." }
}) {}

/** None of the requested facilities has a connection to test: no FMS, only CSV, or nothing changed. */
export class FmsNothingToTest extends defineProblem<FmsNothingToTest>()({
  tag: "FmsNothingToTest",
  status: 422,
  exit: "usage",
  words: {
    error: "None of these facilities has an FMS connection to test.",
    next: "Connect a facility to its FMS first. CSV-only software has no connection to test."
  }
}) {}
