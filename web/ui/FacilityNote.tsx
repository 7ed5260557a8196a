import "./FacilityPicker.css"
import { failureText } from "#web/app/failures.ts"

interface FacilityNoteProps {
  readonly id: string
  /** Why loading failed; null if the company has no facilities. */
  readonly error: Error | null
}

/** Note below an empty facility field: loading failed, or the company has none yet. */
export const FacilityNote = ({ id, error }: FacilityNoteProps) =>
  error === null ? (
    <p id={id} className="facility-note muted">
      No facilities yet.
    </p>
  ) : (
    <p id={id} role="alert" className="facility-note">
      Facilities didn't load. {failureText(error)} Press Enter in the field to try again.
    </p>
  )
