import { useQuery } from "@tanstack/react-query"
import { useNavigate, useSearch } from "@tanstack/react-router"
import type { JobId } from "#core/base/ids.ts"
import { CallFailure } from "#web/app/CallFailure.ts"
import { failureText } from "#web/app/failures.ts"
import type { AnyGiven } from "#web/app/CommandCenter.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { LateLoading } from "#web/ui/LateLoading.tsx"
import { CheckStep } from "./CheckStep.tsx"
import { ColumnsStep } from "./ColumnsStep.tsx"
import { ImportHead } from "./ImportHead.tsx"
import { importSearch, importSteps, stepOf } from "./importPath.ts"
import { importQuery } from "./importQueries.ts"
import { ImportResult } from "./ImportResult.tsx"
import { useImportSubject } from "./importSubject.ts"
import { PreviewStep } from "./PreviewStep.tsx"

/** One import. While planned it shows the step named in the URL, later the progress and result. */
export const ImportPage = ({ importID }: { readonly importID: JobId }) => {
  const subject = useImportSubject()
  const { kind, screen } = subject
  const { data, error } = useQuery(importQuery(subject, importID))
  const { step = "columns" } = useSearch({ from: subject.at })
  const navigate = useNavigate()
  const planned = data?.state === "planned"
  useCommands({
    scope: "anywhere",
    handlers: {
      [`${screen}.another`]: () => void navigate(importSearch(kind, null)),
      ...(planned
        ? {
            [`${screen}.step`]: ({ input }: AnyGiven) =>
              void navigate(importSearch(kind, importID, stepOf(input?.["step"]))),
            [`${screen}.preview`]: () => void navigate(importSearch(kind, importID, "preview"))
          }
        : {})
    }
  })
  const failed = error instanceof CallFailure ? error.code : null
  const gone = failed === "ImportNotFound"
  // The import has stopped then, and its progress is not known anymore. The prompt above the screen says why.
  const notIncluded = failed === "FeatureNotIncluded"
  if (gone || data === undefined) {
    if (error === null) return <LateLoading />
    return (
      <div role="alert" className="import-gone">
        <p>
          {gone
            ? `There is no import ${importID}. Imports are kept temporarily. Unstarted ones are removed sooner.`
            : failureText(error)}
        </p>
        <CommandButton command={`${screen}.another`} />
      </div>
    )
  }
  return (
    <>
      {error === null || notIncluded ? null : (
        <p role="alert" className="import-wrong">
          {failureText(error)}
        </p>
      )}
      <ImportHead job={data} at={planned ? importSteps.findIndex(({ id }) => id === step) : null} />
      {!planned ? (
        notIncluded ? null : (
          <ImportResult job={data} />
        )
      ) : step === "columns" ? (
        <ColumnsStep key={data.columns.map(({ field }) => field).join(" ")} job={data} />
      ) : step === "check" ? (
        <CheckStep job={data} />
      ) : (
        <PreviewStep job={data} />
      )}
    </>
  )
}
