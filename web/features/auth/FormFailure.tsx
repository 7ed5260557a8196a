import type { Words } from "#core/api/problem.ts"

/** Why a form was rejected and the next step. Announced to screen readers when it appears. */
export const FormFailure = ({ message }: { readonly message: Words | null }) => (
  <div role="alert">
    {message === null ? null : (
      <p className="form-failure">
        <strong>{message.error}</strong>
        {/* Announce the countdown only once. */}
        <span aria-live="off"> {message.next}</span>
      </p>
    )}
  </div>
)
