import type { Words } from "#core/api/problem.ts"

/** Why a form was rejected and the next step. Announced to screen readers when it appears. */
export const FormFailure = ({ said }: { readonly said: Words | null }) => (
  <div role="alert">
    {said === null ? null : (
      <p className="form-failure">
        <strong>{said.error}</strong>
        {/* Announce the countdown only once. */}
        <span aria-live="off"> {said.next}</span>
      </p>
    )}
  </div>
)
