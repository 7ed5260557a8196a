import { Link } from "@tanstack/react-router"
import type { MadeCompany } from "#core/acting/CompanyAccount.ts"
import { companyPath } from "#core/navigation/companyPath.ts"
import { copyText } from "#web/app/copyText.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"

/** Shows a new company's invitation link for its first Owner. The link is shown only once. */
export const InvitedOwner = ({ made }: { readonly made: MadeCompany }) => {
  const { companyID, companyName, ownerEmail, invitation, emailed } = made
  useCommands({
    scope: "anywhere",
    handlers: { "companyForm.copyInvitation": () => void copyText(invitation, "Link copied") }
  })
  return (
    <section className="card bought-made" aria-label="Invitation">
      <p role="status">
        <strong>{companyName} was added.</strong>{" "}
        {emailed
          ? `We're emailing ${ownerEmail} a link to set their password. You can also send them the link below.`
          : `This server sends no email. Send ${ownerEmail} the link below to set their password.`}{" "}
        We show it only once.
      </p>
      <p className="code bought-link" tabIndex={0} role="region" aria-label="Invitation link">
        {invitation}
      </p>
      <p className="bought-made-do">
        <CommandButton command="companyForm.copyInvitation">Copy the link</CommandButton>
        <CommandButton command="companies.actFor" given={{ input: { companyID } }} showKeys={false}>
          Act for this company
        </CommandButton>
        <Link to={companyPath(companyID)} data-command="companies.edit">
          Open {companyName}
        </Link>
      </p>
    </section>
  )
}
