import { useEffect, useState } from "react"
import { askServer } from "#web/app/askServer.ts"
import { CallFailure, UpdatedFailure } from "#web/app/CallFailure.ts"
import { reportError } from "#web/app/errorReport.ts"
import { reportFeedback } from "#web/app/feedback.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { reachability } from "#web/app/reachability.ts"
import { retryPause } from "#web/app/retryPause.ts"
import { useTitle } from "#web/app/useTitle.ts"
import { LeftConsole } from "#web/app/LeftConsole.ts"
import { CommandButton } from "./CommandButton.tsx"
import { Loading } from "./Loading.tsx"
import { MessageFrame } from "./MessageFrame.tsx"

interface FailedScreenProps {
  readonly error: unknown
  /** Retries without reloading the page. */
  readonly reset: () => void
}

/** Whether waiting helps: the server or something it depends on is unavailable. */
const passes = (error: unknown): error is CallFailure =>
  error instanceof CallFailure && (error.offline || error.problem?._tag === "Unavailable")

/** Replaces a screen that failed (000 §2). If the server is unreachable, retries until it responds. */
export const FailedScreen = ({ error, reset }: FailedScreenProps) =>
  error instanceof LeftConsole ? (
    <Loading />
  ) : passes(error) ? (
    <WaitingScreen failure={error} retry={reset} />
  ) : error instanceof UpdatedFailure ? (
    <UpdatedScreen failure={error} />
  ) : (
    <OopsScreen error={error} />
  )

const WaitingScreen = ({ failure, retry }: { readonly failure: CallFailure; readonly retry: () => void }) => {
  useTitle("Not loaded")
  const [pause, setPause] = useState(retryPause)
  // Not before the server responds: a retry replaces this screen, which would come back at once.
  const retryOnceThere = (): void => void askServer().then(retry, () => setPause(retryPause()))
  useCommands({ scope: "anywhere", handlers: { "page.reload": retryOnceThere } })
  useEffect(() => {
    const again = () => document.hidden || retryOnceThere()
    const timer = setTimeout(again, pause)
    const stop = reachability.subscribe(() => reachability.state().answers && again())
    const listening = new AbortController()
    addEventListener("online", again, listening)
    addEventListener("focus", again, listening)
    document.addEventListener("visibilitychange", again, listening)
    return () => {
      clearTimeout(timer)
      stop()
      listening.abort()
    }
  })
  return (
    <MessageFrame>
      <h1>{failure.words.error}</h1>
      <p>You are still signed in, and nothing is lost. We keep trying.</p>
      <p className="message-do">
        <CommandButton command="page.reload" look="primary">
          Try again now
        </CommandButton>
      </p>
    </MessageFrame>
  )
}

/** The new version is at the same address. */
const ReloadLink = () => (
  <a className="btn primary" href={location.href} data-command="page.reload">
    Reload
  </a>
)

const UpdatedScreen = ({ failure }: { readonly failure: UpdatedFailure }) => (
  <MessageFrame>
    <h1>{failure.words.error}</h1>
    <p className="message-do">
      <ReloadLink />
    </p>
  </MessageFrame>
)

/** The documents' sentence, only if the report was sent (000 §2). */
const reportText = (reportID: string | null): string =>
  reportID === null
    ? "We couldn't send a report about it. Choose Report feedback to tell us."
    : "Our team has been notified."

const OopsScreen = ({ error }: { readonly error: unknown }) => {
  const [report, setReport] = useState<{ readonly id: string | null } | null>(null)
  useEffect(() => {
    let over = false
    void reportError(error).then((id) => over || setReport({ id }))
    return () => {
      over = true
    }
  }, [error])
  useTitle("Something went wrong")
  const failure = error instanceof CallFailure ? error : null
  useCommands({
    scope: "anywhere",
    handlers: { "page.reload": () => location.reload(), "feedback.report": () => void reportFeedback(error) }
  })
  return (
    <MessageFrame urgent>
      <h1>Oops, something went wrong!</h1>
      <p>We are very sorry for the inconvenience. {report === null ? "" : reportText(report.id)}</p>
      {failure === null ? null : (
        <p className="muted">
          {failure.words.error} {failure.words.next}
        </p>
      )}
      {report?.id == null ? null : <p className="faint">Report {report.id}</p>}
      {failure?.requestId == null ? null : <p className="faint">Request {failure.requestId}</p>}
      <p className="message-do">
        <ReloadLink />
        <CommandButton command="feedback.report">Report feedback</CommandButton>
      </p>
    </MessageFrame>
  )
}
