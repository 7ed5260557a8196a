import type { ReactNode } from "react"
import { words } from "#core/api/problem.ts"
import { featureRefusal } from "#core/auth/accessRules.ts"
import { FeatureAccess, type FeatureId } from "#core/companies/features.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { UpgradePrompt } from "#web/ui/UpgradePrompt.tsx"

interface GatedProps {
  readonly feature: FeatureId
  readonly title: string
  /** The screen, if the plan includes it. */
  readonly children: ReactNode
  /** Shown disabled under the upgrade prompt. */
  readonly preview: ReactNode
}

/** Shows a screen if the plan includes it (DECISIONS, Tiers and features). Otherwise the screen makes no requests. */
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
