import { useState } from "react"
import { countText } from "#core/base/countText.ts"
import type { Finding } from "#core/drift/Finding.ts"
import { manyChanges } from "#core/jobs/Job.ts"
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx"
import { goToTypedCount, isTyped, TypedCountForm } from "#web/ui/TypedCount.tsx"
import { fixOf, mismatchesText } from "./fixSelected.ts"

/** Most fixes listed in the question. */
const namedAtMost = 5

interface FixQuestionProps {
  /** The selected findings, of which only some may be fixable. */
  readonly findings: ReadonlyArray<Finding>
  readonly onYes: (fixable: ReadonlyArray<Finding>) => void
  readonly onNo: () => void
}

/** Confirms fixing several mismatches: lists the changes and how many need manual work. */
export const FixQuestion = ({ findings, onYes, onNo }: FixQuestionProps) => {
  const [typed, setTyped] = useState("")
  const fixable = findings.filter((finding) => fixOf(finding) !== null)
  const left = findings.length - fixable.length
  const large = fixable.length >= manyChanges
  const yes = (): void => {
    if (large && !isTyped(typed, fixable.length)) goToTypedCount()
    else onYes(fixable)
  }
  return (
    <ConfirmDialog
      title={`Fix ${mismatchesText(findings.length)}?`}
      yes={`Fix ${mismatchesText(fixable.length)}`}
      no="Go back"
      onYes={yes}
      onNo={onNo}
    >
      <ul>
        {fixable.slice(0, namedAtMost).map(({ fix }) => (
          <li key={`${fix.lockID} ${fix.words}`}>{fix.words}</li>
        ))}
        {fixable.length > namedAtMost ? <li>And {countText(fixable.length - namedAtMost)} more.</li> : null}
      </ul>
      {left === 0 ? null : (
        <p>
          {countText(left)} of {countText(findings.length)} can't be fixed together:{" "}
          {left === 1 ? "it needs" : "they need"} a lock or a unit from you. Fix {left === 1 ? "it" : "them"} one at a
          time.
        </p>
      )}
      {large ? <TypedCountForm count={fixable.length} text={typed} onText={setTyped} /> : null}
    </ConfirmDialog>
  )
}
