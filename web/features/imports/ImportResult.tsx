import "#web/ui/Progress.css"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import type { AnyImport } from "#core/imports/UserImport.ts"
import { paceOf } from "#core/jobs/jobPace.ts"
import { jobStateText } from "#core/jobs/jobWords.ts"
import { routeOf } from "#core/navigation/routes.ts"
import { now } from "#web/app/clock.ts"
import { tellFailure } from "#web/app/failures.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { ErrorFileButton } from "./ErrorFileButton.tsx"
import { ImportRows } from "./ImportRows.tsx"
import { useImportSubject } from "./importSubject.ts"
import { resultText } from "./outcomes.ts"
import { SecretNote } from "./SecretNote.tsx"

/** Progress and result of a committed import. */
export const ImportResult = ({ job }: { readonly job: AnyImport }) => {
  const { importID, state, running, failed } = job
  const { screen, steps, resume: goOn, list } = useImportSubject()
  const [busy, setBusy] = useState(false)
  const stopped = state === "committing" && !running
  const resume = async (): Promise<void> => {
    if (busy) return
    setBusy(true)
    try {
      await goOn(importID)
    } catch (error) {
      tellFailure(error)
    } finally {
      setBusy(false)
    }
  }
  useCommands(
    { scope: "anywhere", handlers: { [`${steps}.resume`]: () => void resume(), "form.submit": () => void resume() } },
    stopped
  )
  return (
    <>
      <section className="card import-result" aria-labelledby="import-now">
        <header>
          <h2 id="import-now" tabIndex={-1}>
            {titleOf(job)}
          </h2>
          <span className="import-buttons">
            {state === "committing" || failed === 0 ? null : <ErrorFileButton importID={importID} />}
            {state === "committing" ? null : <CommandButton command={`${screen}.another`} />}
          </span>
        </header>
        <Progress key={String(running)} job={job} />
        {state === "committing" || failed === 0 ? null : <SecretNote columns={job.columns} />}
        {stopped ? (
          <>
            <p>
              Stopped: the server restarted, or the person who started it signed out or lost access. Resuming won't
              repeat any rows.
            </p>
            <CommandButton command={`${steps}.resume`} sends look="primary" notYet={busy ? "Resuming…" : null} />
          </>
        ) : null}
        {state === "committing" ? null : (
          <p>
            <Link to={routeOf(list.route).path} className="btn secondary" data-command={list.command}>
              {list.title}
            </Link>
          </p>
        )}
      </section>
      {running ? null : <ImportRows job={job} />}
    </>
  )
}

const Progress = ({ job }: { readonly job: AnyImport }) => {
  const [first] = useState(() => ({ done: job.done, at: now() }))
  const { total, done, running, state } = job
  return (
    <div className="import-progress wide">
      <progress className="progress" max={Math.max(1, total)} value={done} aria-label="Rows done" />
      <span>{total === 0 ? 100 : Math.floor((done * 100) / total)} %</span>
      <p>{running ? paceOf(first.done, job, now() - first.at).text : resultText(job)}</p>
      <p className="hidden" role="status">
        {state === "committing" ? (running ? "Import running." : "Import stopped.") : resultText(job)}
      </p>
    </div>
  )
}

const titleOf = ({ state, running }: AnyImport): string => {
  switch (state) {
    case "planned":
    case "committing":
      return running ? "Importing" : jobStateText({ state: "applying", running })
    case "done":
      return "Imported"
    case "cancelled":
      return "Canceled"
  }
}
