import type { Words } from "#core/api/problem.ts"

/** Why a form was not taken, and what to do about it. Read aloud when it appears. */
export const FormFailure = ({ said }: { readonly said: Words | null }) => (
  <div role="alert">
    {said === null ? null : (
      <p className="form-failure">
        <strong>{said.error}</strong>
        {/* A wait that is counted down is read once. */}
        <span aria-live="off"> {said.next}</span>
      </p>
    )}
  </div>
)
