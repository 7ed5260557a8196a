import { subdomainLabels } from "#core/subdomains/subdomainRules.ts"
import { ScanSafeField } from "#web/ui/ScanSafeField.tsx"
import { LogoField } from "./LogoField.tsx"
import { PortalPreview } from "./PortalPreview.tsx"
import type { SubdomainFormState } from "./useSubdomainForm.ts"

/** Step 1: the portal's name, URL and logo (002 §2). Each field is validated on blur. */
export const GeneralPart = ({ form }: { readonly form: SubdomainFormState }) => {
  const { values, issues, kept, change, leave } = form
  return (
    <div className="subdomain-general">
      <div className="subdomain-fields">
        <ScanSafeField
          label={`${subdomainLabels.displayName} *`}
          name="displayName"
          autoComplete="off"
          aria-required
          value={values.displayName}
          onText={(displayName) => change({ displayName })}
          onBlur={() => void leave("displayName")}
          issue={issues.displayName}
        />
        <ScanSafeField
          label={`${subdomainLabels.subdomainUrl} *`}
          name="subdomainUrl"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-required
          value={values.subdomainUrl}
          onText={(subdomainUrl) => change({ subdomainUrl })}
          onBlur={() => void leave("subdomainUrl")}
          issue={issues.subdomainUrl}
        />
        <LogoField form={form} />
      </div>
      {kept === null ? null : <PortalPreview subdomainUrl={kept.subdomainUrl} />}
    </div>
  )
}
