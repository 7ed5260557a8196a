import { useNavigate } from "@tanstack/react-router"
import { headById } from "#core/commands/headById.ts"
import type { Given } from "#web/app/CommandCenter.ts"
import { center } from "#web/app/CommandCenter.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { importSearch, type ImportStep } from "./importPath.ts"

type ImportCommand = "imports.map" | "imports.fix" | "imports.commit"

/** Carries out what is asked of imports from anywhere: it leads to their screen, or to the import that was named. */
export const ImportOpener = () => {
  const navigate = useNavigate()
  const begin = (): void => void navigate(importSearch(null))
  const open =
    <Id extends ImportCommand>(id: Id, step: ImportStep) =>
    (given: Given<Id>): void => {
      const named = given.input?.import
      const command = headById(id)
      if (named !== undefined) void navigate(importSearch(named, step))
      else if (command !== undefined) center.fallback(command, given)
    }
  useCommands({
    scope: "anywhere",
    handlers: {
      "facilities.import": begin,
      "facilities.importFms": begin,
      // All of them are done in sight of the rows.
      "imports.map": open("imports.map", "columns"),
      "imports.fix": open("imports.fix", "check"),
      "imports.commit": open("imports.commit", "preview")
    }
  })
  return null
}
