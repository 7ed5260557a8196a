import { actsForAnother } from "#core/auth/actingRules.ts"
import { fieldLabels } from "#core/base/fieldLabels.ts"
import { isPremium, planName } from "#core/companies/tiers.ts"
import { companyIdShown } from "#core/auth/companyIdShown.ts"
import { copyText } from "#web/app/copyText.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { openUpgrade } from "#web/ui/UpgradePrompt.tsx"

/** The company, its ID and its plan (002 §4). The copy button runs the same command as the one in the header. */
export const CompanyPart = () => {
  const user = useSignedInUser()
  const { companyName, subscriptionTier: tier } = user
  // The head office changes a company's plan itself.
  const upgrades = !isPremium(tier) && !actsForAnother(user)
  useCommands({
    scope: "anywhere",
    handlers: {
      "account.copyCompany": () => void copyText(companyName, "Copy sucessfully"),
      "company.copy": () => void copyText(String(companyIdShown(user)), "Copy sucessfully"),
      "upgrade.open": () => openUpgrade("upgrade")
    }
  })
  return (
    <section className="account-part" aria-labelledby="account-company">
      <h3 id="account-company">Company</h3>
      <dl className="account-facts">
        <div>
          <dt>{fieldLabels.companyName}</dt>
          <dd>
            <span>{companyName}</span>
            <CommandButton command="account.copyCompany" shape="none" label="Copy the company name">
              Copy
            </CommandButton>
          </dd>
        </div>
        <div>
          <dt>Company ID</dt>
          <dd>
            <span className="code">{companyIdShown(user)}</span>
            <CommandButton command="company.copy" shape="none" label="Copy the Company ID">
              Copy
            </CommandButton>
          </dd>
        </div>
        <div>
          <dt>Plan</dt>
          <dd>
            <span>{planName(tier)}</span>
            {upgrades ? <CommandButton command="upgrade.open" shape="none" /> : null}
          </dd>
        </div>
      </dl>
    </section>
  )
}
