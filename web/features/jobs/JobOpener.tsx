import { useNavigate } from "@tanstack/react-router"
import type { Given } from "#web/app/CommandCenter.ts"
import { center } from "#web/app/CommandCenter.ts"
import { jobPath } from "#web/app/jobPath.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { routeOf } from "#core/navigation/routes.ts"

type JobCommand = "jobs.show" | "jobs.plan" | "jobs.apply"

/** Handles job commands anywhere by opening the list or the given job. */
export const JobOpener = () => {
  const navigate = useNavigate()
  const open =
    <Id extends JobCommand>(id: Id) =>
    (given: Given<Id>): void => {
      const job = given.input?.job
      if (job !== undefined) void navigate({ to: jobPath(job) })
      else center.passOn(id, given)
    }
  useCommands({
    scope: "anywhere",
    handlers: {
      "jobs.list": () => void navigate({ to: routeOf("jobs").path }),
      "jobs.show": open("jobs.show"),
      // Both need the plan in view.
      "jobs.plan": open("jobs.plan"),
      "jobs.apply": open("jobs.apply")
    }
  })
  return null
}
