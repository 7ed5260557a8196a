import { useState } from "react"
import { countOf } from "#core/base/countOf.ts"
import { encodingNote } from "#core/base/files/textEncodings.ts"
import { IntegrationMode } from "#core/fms/fmsSystems.ts"
import type { AnyImport } from "#core/imports/UserImport.ts"
import { tellFailure } from "#web/app/failures.ts"
import { tellUnchangedJob } from "#web/app/tellUnchangedJob.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx"
import { StepList } from "#web/ui/StepList.tsx"
import { importSteps } from "./importPath.ts"
import { useImportSubject } from "./importSubject.ts"
import { useImportToast } from "./useImportToast.ts"

interface ImportHeadProps {
  readonly job: AnyImport
  /** Index of the current step; null once committed. */
  readonly at: number | null
}

/** Header of an import: its source, its steps, and the cancel button. */
export const ImportHead = ({ job, at }: ImportHeadProps) => {
  const { importID, source, encoding, total, missing, state } = job
  const { screen, steps, cancel: stop } = useImportSubject()
  const [asking, setAsking] = useState(false)
  useImportToast(job)
  const open = state === "planned" || state === "committing"
  useCommands({ scope: "anywhere", handlers: { [`${steps}.cancel`]: () => setAsking(true) } }, open)
  const cancel = async (): Promise<void> => {
    setAsking(false)
    try {
      await stop(importID)
    } catch (error) {
      if (!tellUnchangedJob(error)) tellFailure(error)
    }
  }
  const note = encodingNote(encoding)
  const notYet = missing.length > 0 ? "Map all required fields first." : null
  return (
    <>
      <div className="import-head">
        <p>
          <strong>{source}</strong>{" "}
          <span className="muted">
            {job.kind === "importUsers" ? null : `${job.managementSoftwareName}, ${IntegrationMode.label(job.mode)}, `}
            {countOf(total, "row")}
            {note === null ? null : `. ${note}`}
          </span>
        </p>
        {open ? <CommandButton command={`${steps}.cancel`} shape="none" /> : null}
      </div>
      {at === null ? null : (
        <StepList
          steps={importSteps.map((step, place) => ({ ...step, notYet: place === 0 ? null : notYet }))}
          at={at}
          command={`${screen}.step`}
        />
      )}
      {asking ? (
        <ConfirmDialog
          title="Cancel this import?"
          yes="Cancel the import"
          no="Go back"
          onYes={() => void cancel()}
          onNo={() => setAsking(false)}
        >
          <p>
            {state === "planned"
              ? "Nothing has been imported, and nothing will be."
              : "Imported rows are kept. The rest won't be imported."}
          </p>
        </ConfirmDialog>
      ) : null}
    </>
  )
}
