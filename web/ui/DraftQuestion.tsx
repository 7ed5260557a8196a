import { ConfirmDialog } from "./ConfirmDialog.tsx"
import { progressLost } from "./LeaveGuard.tsx"

interface DraftQuestionProps {
  readonly onAnswer: (yes: boolean) => void
}

/** The question before drafts are discarded, which the user may not remember. */
export const DraftQuestion = ({ onAnswer }: DraftQuestionProps) => (
  <ConfirmDialog title={progressLost} onYes={() => onAnswer(true)} onNo={() => onAnswer(false)}>
    You have drafts that you didn't send or save, such as a support ticket, marked locks, or scans.
  </ConfirmDialog>
)
