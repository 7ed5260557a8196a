import { useEffect, useState } from "react"
import { hasDrafts } from "#web/app/drafts.ts"
import { guardDrafts } from "#web/app/unsaved.ts"
import { useLoadedLater } from "#web/app/useLoadedLater.ts"
import { frontPart } from "./frontPart.ts"

const DraftQuestion = frontPart(
  () => import("./DraftQuestion.tsx"),
  "DraftQuestion",
  ({ onAnswer }) => onAnswer(false)
)

/** Asks before the user signs out with drafts, or with input of a form that isn't on screen. */
export const DraftGuard = () => {
  const [asked, setAsked] = useState<{ readonly answer: (yes: boolean) => void } | null>(null)
  useLoadedLater(DraftQuestion)
  useEffect(() => guardDrafts(async () => !hasDrafts() || new Promise((answer) => setAsked({ answer }))), [])
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
