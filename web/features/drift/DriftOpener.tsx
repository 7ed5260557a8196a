import { useNavigate } from "@tanstack/react-router"
import { center } from "#web/app/CommandCenter.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { driftPath } from "./driftPath.ts"

/** Handles `fms.diff` anywhere: opens the mismatches of the given facility. */
export const DriftOpener = () => {
  const navigate = useNavigate()
  useCommands({
    scope: "anywhere",
    handlers: {
      "fms.diff": (given) => {
        const facilityID = given.input?.facilities
        if (typeof facilityID === "number") void navigate({ to: driftPath(facilityID) })
        else center.passOn("fms.diff", given)
      }
    }
  })
  return null
}
