import type { ReactNode } from "react"
import { words } from "#core/api/problem.ts"
import { featureRefusal } from "#core/auth/accessRules.ts"
import { FeatureAccess, type FeatureId } from "#core/companies/features.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { UpgradePrompt } from "#web/ui/UpgradePrompt.tsx"

interface GatedProps {
  readonly feature: FeatureId
  readonly title: string
  /** The screen, where the plan has it. */
  readonly children: ReactNode
  /** What lies disabled under the upgrade prompt. */
  readonly preview: ReactNode
}

/** A screen as far as the plan has it (DECISIONS, Tiers and features): one that was never in it asks nothing of the server. */
export const Gated = ({ feature, title, children, preview }: GatedProps) => {
  const refusal = featureRefusal(useSignedInUser(), feature)
  if (refusal?.data.access === FeatureAccess.id.Off) {
    const { error, next } = words(refusal)
    return (
      <p role="note">
        {error} {next}
      </p>
    )
  }
  return (
    <UpgradePrompt feature={feature} title={title} preview={preview}>
      {children}
    </UpgradePrompt>
  )
}
