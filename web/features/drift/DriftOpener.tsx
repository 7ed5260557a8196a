import { useNavigate } from "@tanstack/react-router"
import { headById } from "#core/commands/headById.ts"
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
        const command = headById("fms.diff")
        if (typeof facilityID === "number") void navigate({ to: driftPath(facilityID) })
        else if (command !== undefined) center.fallback(command, given)
      }
    }
  })
  return null
}
