import type { ReactNode } from "react"
import { words } from "#core/api/problem.ts"
import { featureRefusal } from "#core/auth/accessRules.ts"
import { FeatureAccess, type FeatureId } from "#core/companies/features.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { UpgradePrompt } from "./UpgradePrompt.tsx"

interface FeatureGateProps {
  readonly feature: FeatureId
  readonly title: string
  /** URL of a video about it; empty for none. */
  readonly video?: string
  /** The screen, if the plan includes it. */
  readonly children: ReactNode
  /** Shown disabled under the upgrade prompt, so that the screen itself makes no requests; defaults to the children. */
  readonly preview?: ReactNode
}

/**
 * Shows a screen if the plan includes it, disabled under the upgrade prompt if Upgradeable, and otherwise why not
 * (DECISIONS, Tiers and features).
 */
export const FeatureGate = (props: FeatureGateProps) => {
  const refusal = featureRefusal(useSignedInUser(), props.feature)
  if (refusal?.data.access !== FeatureAccess.id.Off) return <UpgradePrompt {...props} />
  const { error, next } = words(refusal)
  return (
    <p role="note">
      {error} {next}
    </p>
  )
}
