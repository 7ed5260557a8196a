import { countOf } from "#core/base/countOf.ts"
import { countText } from "#core/base/countText.ts"
import { useQuery } from "@tanstack/react-query"
import { Link, useNavigate } from "@tanstack/react-router"
import { useCommands } from "#web/app/useCommands.ts"
import { logTime } from "#web/app/times.ts"
import { Unfinished } from "#web/ui/Unfinished.tsx"
import { importSearch } from "./importPath.ts"
import { unfinishedImportsQuery } from "./importQueries.ts"
import { useImportSubject } from "./importSubject.ts"

/** Unfinished imports that the user may continue. */
export const UnfinishedImports = () => {
  const { kind, screen } = useImportSubject()
  const { data = [] } = useQuery(unfinishedImportsQuery(kind))
  const navigate = useNavigate()
  const [newest] = data
  useCommands(
    {
      scope: "anywhere",
      handlers: { [`${screen}.continue`]: () => void navigate(importSearch(kind, newest?.jobID ?? null)) }
    },
    newest !== undefined
  )
  if (newest === undefined) return null
  return (
    <Unfinished title="Unfinished imports" className="import-unfinished">
      {data.map(({ jobID, source, createdBy, updatedOn, state, done, total }) => (
        <li key={jobID}>
          <Link {...importSearch(kind, jobID)} data-command={`${screen}.continue`}>
            {source}
          </Link>
          <span>
            {state === "applying"
              ? `${countText(done)} of ${countOf(total, "row")} done`
              : `${countOf(total, "row")}, not imported yet`}
          </span>
          <span className="muted">
            {createdBy}, {logTime(updatedOn)} UTC
          </span>
        </li>
      ))}
    </Unfinished>
  )
}
