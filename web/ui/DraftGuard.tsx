import { useEffect, useState } from "react"
import { frontPart } from "./frontPart.ts"
import { guardDrafts } from "#web/app/unsaved.ts"
import { useKeepTab } from "#web/app/useKeepInput.ts"
import { useLoadedLater } from "#web/app/useLoadedLater.ts"

const DraftQuestion = frontPart(
  () => import("./DraftQuestion.tsx"),
  "DraftQuestion",
  ({ onAnswer }) => onAnswer(false)
)

/**
 * Asks before the user signs out with drafts, or with input of a form that isn't on screen. Keeps drafts of screens that aren't loaded
 * if the session ends by itself.
 */
export const DraftGuard = () => {
  const [asked, setAsked] = useState<{ readonly answer: (yes: boolean) => void } | null>(null)
  useLoadedLater(DraftQuestion)
  useKeepTab()
  useEffect(() => guardDrafts(() => new Promise((answer) => setAsked({ answer }))), [])
  if (asked === null) return null
  return (
    <DraftQuestion
      onAnswer={(yes) => {
        setAsked(null)
        asked.answer(yes)
      }}
    />
  )
}
