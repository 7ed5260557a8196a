import "./UpgradePrompt.css"
import { type ReactNode, useState } from "react"
import { words } from "#core/api/problem.ts"
import { featureRefusal } from "#core/auth/accessRules.ts"
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

/** Initial support tickets if the installation has no scheduling page. */
const requests = {
  upgrade: { subject: "Upgrade our plan", description: "Please contact us about a higher plan." },
  renewal: { subject: "Renew our subscription", description: "Please contact us about our subscription." },
  resumption: { subject: "Resume our subscription", description: "Please contact us about our subscription." }
} as const

/** Opens the page to book a call about the plan in a new tab, or a support ticket if there is none. */
export const openUpgrade = (about: keyof typeof requests): void => {
  const address = webAddress(installation.scheduling)
  if (address !== null) window.open(address, "_blank", "noopener,noreferrer")
  else center.perform("support.ticket", { input: { ...requests[about], category: "Account Related" } })
}

/**
 * Shows a feature's controls according to the plan (DECISIONS, Tiers and features): disabled under the upgrade prompt
 * if Upgradeable, nothing if Off. When the plan changes, the children stay mounted and keep typed input.
 */
export const UpgradePrompt = ({ feature, title, video = "", children, preview }: UpgradePromptProps) => {
  const refusal = featureRefusal(useSignedInUser(), feature)
  const upgradeable = refusal?.data.access === FeatureAccess.id.Upgradeable
  const turnedOff = refusal?.data.turnedOff === true
  const suspended = refusal?.data.suspended === true
  const actingFor = refusal?.data.actingFor
  const [opened, setOpened] = useState(!upgradeable)
  if (!upgradeable && !opened) setOpened(true)
  const open = (): void => openUpgrade(suspended ? "resumption" : turnedOff ? "renewal" : "upgrade")
  // The head office changes a company's plan itself; only a company asks for a higher one.
  const asks = upgradeable && actingFor === undefined
  useCommands({ scope: "anywhere", handlers: { "upgrade.open": open } }, asks)
  const plan = actingFor === undefined ? "your plan" : `the plan of ${actingFor}`
  const off = suspended ? "the subscription is suspended" : "turned off"
  if (refusal?.data.access === FeatureAccess.id.Off) return null
  return (
    <div className={upgradeable ? "upgrade" : "upgrade open"}>
      <div className="upgrade-under" inert={upgradeable}>
        {opened || preview === undefined ? children : preview}
      </div>
      {upgradeable ? (
        <div className="upgrade-over" role="note" aria-label={title}>
          <p>
            <strong>{title}</strong> {turnedOff ? `is in ${plan}, but ${off}.` : `is not in ${plan}.`}{" "}
            {turnedOff || !asks ? words(refusal).next : null}
          </p>
          {asks ? (
            <CommandButton command="upgrade.open" look="primary">
              {suspended ? "Contact support" : turnedOff ? "Renew" : undefined}
            </CommandButton>
          ) : null}
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
