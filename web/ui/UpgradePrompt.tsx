import "./UpgradePrompt.css"
import { type ReactNode, useState } from "react"
import { FeatureAccess, type FeatureId } from "#core/companies/features.ts"
import { center } from "#web/app/CommandCenter.ts"
import { installation, webAddress } from "#web/app/installation.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { CommandButton } from "./CommandButton.tsx"

interface UpgradePromptProps {
  readonly feature: FeatureId
  /** What there would be: 'Add Multiple Facilities'. */
  readonly title: string
  /** The address of a video about it; empty for none. */
  readonly video?: string
  readonly children: ReactNode
  /** What lies under the prompt where the plan did not have the feature yet; the children, when absent. */
  readonly preview?: ReactNode
}

/** What a request to support begins as where the installation has no scheduling page. */
const request = {
  subject: "Upgrade our plan",
  category: "Account Related",
  description: "Please contact us about a higher plan."
} as const

/** Opens the page where an appointment about another plan is made, in a tab of its own; without one, the request to support. */
export const openUpgrade = (): void => {
  const address = webAddress(installation.scheduling)
  if (address === null) center.perform("support.ticket", { input: request })
  else window.open(address, "_blank", "noopener,noreferrer")
}

/**
 * Controls of a feature, as far as a company has it (DECISIONS, Tiers and features): where it is Upgradeable they lie disabled
 * under the upgrade prompt, and where it is Off there is nothing. A change of the plan leaves what is typed in them: the children
 * keep their place.
 */
export const UpgradePrompt = ({ feature, title, video = "", children, preview }: UpgradePromptProps) => {
  const access = useSignedInUser().Features[String(feature)]?.accessLevel ?? FeatureAccess.id.Off
  const upgradeable = access === FeatureAccess.id.Upgradeable
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
            <strong>{title}</strong> is not in your plan.
          </p>
          <CommandButton command="upgrade.open" look="primary" />
          <UpgradeVideo address={video} title={title} />
        </div>
      ) : null}
    </div>
  )
}

/** A file of this server plays in place: the page loads nothing from elsewhere. Any other video opens in a tab of its own. */
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
