import { useNavigate } from "@tanstack/react-router"
import { headById } from "#core/commands/headById.ts"
import type { CommandId } from "#core/commands/registry.ts"
import type { Given } from "#web/app/CommandCenter.ts"
import { center } from "#web/app/CommandCenter.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { importSearch, type ImportStep } from "./importPath.ts"

/** Carries out what is asked of imports from anywhere: it leads to their screen, or to the import that was named. */
export const ImportOpener = () => {
  const navigate = useNavigate()
  const begin = (): void => void navigate(importSearch(null))
  const open =
    (id: CommandId, step: ImportStep) =>
    (given: Given): void => {
      const named = given.input?.["import"]
      const command = headById(id)
      if (typeof named === "number") void navigate(importSearch(named, step))
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
