import { useQueryClient } from "@tanstack/react-query"
import { countOf } from "#core/base/countOf.ts"
import { useState } from "react"
import { previewText } from "#core/imports/previewText.ts"
import type { AnyImport } from "#core/imports/UserImport.ts"
import { manyChanges } from "#core/jobs/Job.ts"
import { importNouns } from "#core/jobs/jobWords.ts"
import { center } from "#web/app/CommandCenter.ts"
import { toast } from "#web/app/notices.ts"
import { useAttempt } from "#web/app/useAttempt.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx"
import { goToTypedCount, isTyped, TypedCountForm } from "#web/ui/TypedCount.tsx"
import { ErrorFileButton } from "./ErrorFileButton.tsx"
import { ImportRows } from "./ImportRows.tsx"
import { importQuery } from "./importQueries.ts"
import { useImportSubject } from "./importSubject.ts"
import { changing } from "./outcomes.ts"
import { SecretNote } from "./SecretNote.tsx"
import { useDebounced } from "./useDebounced.ts"

/** The outcome of every row, and the confirmation before committing. */
export const PreviewStep = ({ job }: { readonly job: AnyImport }) => {
  const { importID, kind, counts, missing } = job
  const subject = useImportSubject()
  const { steps, commit } = subject
  const client = useQueryClient()
  const [one, several] = importNouns[kind]
  const [asking, setAsking] = useState(false)
  const [typed, setTyped] = useState("")
  const [busy, attempt] = useAttempt()
  const count = changing(counts)
  const large = count >= manyChanges
  const notYet = busy
    ? "Starting…"
    : missing.length > 0
      ? "Map all required fields first."
      : count === 0
        ? "Nothing to import. No row changes anything."
        : null
  const words = `Import ${countOf(count, one, several)}`
  const preview = previewText(job)

  const start = useDebounced(async () => {
    setAsking(false)
    await attempt(
      async () => {
        const { data } = await commit(importID)
        // Shows that it runs without another request, which can take long while it does.
        client.setQueryData(importQuery(subject, importID).queryKey, data)
      },
      ({ problem, words }) => {
        if (problem?._tag !== "JobStateRefused") return false
        // Someone else committed it first, or the user did in another tab. The outcome is shown as soon as it is
        // known.
        toast("warning", words.error, words.next)
        return true
      }
    )
  })
  const confirm = (): void => {
    if (!large || isTyped(typed, count)) start()
    else goToTypedCount()
  }
  useCommands({
    scope: "anywhere",
    handlers: {
      [`${steps}.commit`]: () => {
        if (notYet !== null) return toast("info", notYet)
        setTyped("")
        setAsking(true)
      },
      "form.submit": () => void center.perform(`${steps}.commit`)
    }
  })
  return (
    <>
      <section className="card import-commit" aria-label="Preview">
        <p role="status">{preview} Nothing has been imported yet.</p>
        <span className="import-buttons">
          {counts.fail === 0 ? null : <ErrorFileButton importID={importID} />}
          <CommandButton command={`${steps}.commit`} sends look="primary" notYet={notYet}>
            {words}
          </CommandButton>
        </span>
        {counts.fail === 0 ? null : <SecretNote columns={job.columns} />}
      </section>
      <ImportRows job={job} />
      {asking ? (
        <ConfirmDialog title={`${words}?`} yes={words} no="Go back" onYes={confirm} onNo={() => setAsking(false)}>
          <p>{preview}</p>
          {large ? <TypedCountForm count={count} text={typed} onText={setTyped} /> : null}
        </ConfirmDialog>
      ) : null}
    </>
  )
}
