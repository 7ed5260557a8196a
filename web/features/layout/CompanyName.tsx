import { actsForAnother, mayActForOthers } from "#core/auth/actingRules.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"

/** Name of the current company. Users who may act for others can switch it here. */
export const CompanyName = () => {
  const user = useSignedInUser()
  const name = (
    <span className="company-name" title={user.companyName}>
      {user.companyName}
    </span>
  )
  if (!mayActForOthers(user)) return name
  const acts = actsForAnother(user)
  return (
    <CommandButton
      command="companies.actFor"
      shape="none"
      className={acts ? "company-choice acting" : "company-choice"}
      label={acts ? `Acting for ${user.companyName}, choose a company` : `${user.companyName}, act for a company`}
    >
      {acts ? <span className="acting-for">Acting for</span> : null}
      {name}
      <span aria-hidden="true">▾</span>
    </CommandButton>
  )
}
