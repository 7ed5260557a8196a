import { useNavigate } from "@tanstack/react-router"
import type { ImportKind } from "#core/jobs/Job.ts"
import type { Given } from "#web/app/CommandCenter.ts"
import { center } from "#web/app/CommandCenter.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { importSearch, type ImportStep } from "./importPath.ts"

type ImportCommand = `${"imports" | "userImports"}.${"map" | "fix" | "commit"}`

/** Handles import commands anywhere by opening the import screen or the given import. */
export const ImportOpener = () => {
  const navigate = useNavigate()
  const begin = (kind: ImportKind) => (): void => void navigate(importSearch(kind, null))
  const open =
    <Id extends ImportCommand>(kind: ImportKind, id: Id, step: ImportStep) =>
    (given: Given<Id>): void => {
      const named = given.input?.import
      if (named !== undefined) void navigate(importSearch(kind, named, step))
      else center.passOn(id, given)
    }
  useCommands({
    scope: "anywhere",
    handlers: {
      "facilities.import": begin("importFacilities"),
      "facilities.importFms": begin("importFacilities"),
      "users.import": begin("importUsers"),
      // These need the rows in view.
      "imports.map": open("importFacilities", "imports.map", "columns"),
      "imports.fix": open("importFacilities", "imports.fix", "check"),
      "imports.commit": open("importFacilities", "imports.commit", "preview"),
      "userImports.map": open("importUsers", "userImports.map", "columns"),
      "userImports.fix": open("importUsers", "userImports.fix", "check"),
      "userImports.commit": open("importUsers", "userImports.commit", "preview")
    }
  })
  return null
}
