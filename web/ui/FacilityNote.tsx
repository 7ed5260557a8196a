import "./FacilityPicker.css"
import { failureText } from "#web/app/failures.ts"

interface FacilityNoteProps {
  readonly id: string
  /** Why the facilities did not come; null where they came, and there are none. */
  readonly error: Error | null
}

/** What stands below a choice of facilities that has none: they did not come, or the company has none yet. */
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
