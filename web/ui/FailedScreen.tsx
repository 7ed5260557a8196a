import { CallFailure } from "#web/app/CallFailure.ts"

/** What is shown where a screen failed (000 §2). */
export const FailedScreen = ({ error }: { readonly error: unknown }) => {
  const failure = error instanceof CallFailure ? error : null
  return (
    <main className="message-screen" role="alert">
      <h1>{failure?.offline === true ? failure.words.error : "Oops, something went wrong!"}</h1>
      <p>
        {failure === null
          ? "We are very sorry for the inconvenience. Our team has been notified."
          : `${failure.words.error} ${failure.words.next}`}
      </p>
      {failure?.requestId == null ? null : <p className="faint">Request {failure.requestId}</p>}
      <p>
        <a href={location.href}>Reload</a>
      </p>
    </main>
  )
}
