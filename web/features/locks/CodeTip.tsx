import { useId, useState } from "react"
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx"

interface CodeTipProps {
  /** `spare` is true if the user doesn't want to see the warning again. */
  readonly onContinue: (spare: boolean) => void
  readonly onCancel: () => void
}

/** Warning before changing the combination of a lock that isn't Available (001 §4; §9: the tip). */
export const CodeTip = ({ onContinue, onCancel }: CodeTipProps) => {
  const id = useId()
  const [spare, setSpare] = useState(false)
  return (
    <ConfirmDialog
      title="Change the combination"
      yes="Continue"
      no="Cancel"
      onYes={() => onContinue(spare)}
      onNo={onCancel}
    >
      <p>Continuing will set this lock to Available.</p>
      <p className="check">
        <input id={id} type="checkbox" checked={spare} onChange={({ target }) => setSpare(target.checked)} />
        <label htmlFor={id}>Don't show this again for 30 days</label>
      </p>
    </ConfirmDialog>
  )
}
