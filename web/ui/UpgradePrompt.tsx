import "./UpgradePrompt.css"
import { type ReactNode, useState } from "react"
import { words } from "#core/api/problem.ts"
import { featureAccess, featureRefusal } from "#core/auth/accessRules.ts"
import { FeatureAccess, type FeatureId } from "#core/companies/features.ts"
import { center } from "#web/app/CommandCenter.ts"
import { installation, webAddress } from "#web/app/installation.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { CommandButton } from "./CommandButton.tsx"

interface UpgradePromptProps {
  readonly feature: FeatureId
  /** Name of the feature: 'Add Multiple Facilities'. */
  readonly title: string
  /** URL of a video about it; empty for none. */
  readonly video?: string
  readonly children: ReactNode
  /** Shown disabled under the prompt if the plan didn't include the feature; defaults to the children. */
  readonly preview?: ReactNode
}

/** Initial support ticket if the installation has no scheduling page. */
const request = {
  subject: "Upgrade our plan",
  category: "Account Related",
  description: "Please contact us about a higher plan."
} as const

/** Opens the page to book a call about another plan in a new tab, or a support ticket if there is none. */
export const openUpgrade = (): void => {
  const address = webAddress(installation.scheduling)
  if (address === null) center.perform("support.ticket", { input: request })
  else window.open(address, "_blank", "noopener,noreferrer")
}

/**
 * Shows a feature's controls according to the plan (DECISIONS, Tiers and features): disabled under the upgrade prompt
 * if Upgradeable, nothing if Off. When the plan changes, the children stay mounted and keep typed input.
 */
export const UpgradePrompt = ({ feature, title, video = "", children, preview }: UpgradePromptProps) => {
  const user = useSignedInUser()
  const access = featureAccess(user, feature)
  const upgradeable = access === FeatureAccess.id.Upgradeable
  const refusal = featureRefusal(user, feature)
  const why =
    refusal?.data.turnedOff === true
      ? `is in your plan, but turned off. ${words(refusal).next}`
      : "is not in your plan."
  const [opened, setOpened] = useState(!upgradeable)
  if (!upgradeable && !opened) setOpened(true)
  useCommands({ scope: "anywhere", handlers: { "upgrade.open": openUpgrade } }, upgradeable)
  if (access === FeatureAccess.id.Off) return null
  return (
    <div className={upgradeable ? "upgrade" : "upgrade open"}>
      <div className="upgrade-under" inert={upgradeable}>
        {opened || preview === undefined ? children : preview}
      </div>
      {upgradeable ? (
        <div className="upgrade-over" role="note" aria-label={`Upgrade for ${title}`}>
          <p>
            <strong>{title}</strong> {why}
          </p>
          <CommandButton command="upgrade.open" look="primary" />
          <UpgradeVideo address={video} title={title} />
        </div>
      ) : null}
    </div>
  )
}

/** A video on this server plays inline, because the page loads nothing from elsewhere. Any other opens in a new tab. */
const UpgradeVideo = ({ address, title }: { readonly address: string; readonly title: string }) => {
  if (/^\/[^/]/.test(address)) {
    return <video className="upgrade-video" src={address} controls preload="none" aria-label={`Video about ${title}`} />
  }
  const elsewhere = webAddress(address)
  return elsewhere === null ? null : (
    <a href={elsewhere} target="_blank" rel="noopener noreferrer">
      Watch a video about {title}
    </a>
  )
}
