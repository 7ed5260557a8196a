import { fieldLabels } from "#core/base/fieldLabels.ts"
import { useNavigate } from "@tanstack/react-router"
import { useEffect, useState } from "react"
import type { CompanyAccount } from "#core/acting/CompanyAccount.ts"
import { companyChanged } from "#core/acting/CompanyErrors.ts"
import { companyLimits } from "#core/acting/companyRules.ts"
import { defaultMaxLocksPerFacility } from "#core/companies/tiers.ts"
import { routeOf } from "#core/navigation/routes.ts"
import { toast } from "#web/app/notices.ts"
import { savingWords, tellNotYet } from "#web/app/tellNotYet.ts"
import { useAvailability, useCommands } from "#web/app/useCommands.ts"
import { ChangedMeanwhile } from "#web/ui/ChangedMeanwhile.tsx"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { CommandForm } from "#web/ui/CommandForm.tsx"
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx"
import { FormFoot } from "#web/ui/FormFoot.tsx"
import { LeaveGuard, progressLost } from "#web/ui/LeaveGuard.tsx"
import { SelectField } from "#web/ui/SelectField.tsx"
import { SentFields } from "#web/ui/SentFields.tsx"
import { TextField } from "#web/ui/TextField.tsx"
import { chosenTier, maxLocksKinds } from "./accountValues.ts"
import { FeaturesPart } from "./FeaturesPart.tsx"
import { tierChoices } from "./subscriptionWords.ts"
import { useAccountForm } from "./useAccountForm.ts"

/** The company's plan and features. Disabled, with the reason, for users who can't change it. */
export const AccountForm = ({ account }: { readonly account: CompanyAccount }) => {
  const navigate = useNavigate()
  const may = useAvailability("companies.edit")
  const form = useAccountForm(account)
  const { base, values, issues, change, leave } = form
  const [asking, setAsking] = useState(false)
  const closed = may.allowed ? null : may.words.error
  const sending = form.saving || form.done
  const notYet = closed ?? (sending ? savingWords : form.dirty ? form.wrong : "No changes to save.")
  useEffect(() => {
    if (form.done) void navigate({ href: routeOf("companies").path })
  }, [form.done, navigate])
  const save = async (): Promise<void> => {
    if (notYet !== null) tellNotYet(notYet)
    else await form.save()
  }
  useCommands({
    scope: "anywhere",
    handlers: {
      "form.submit": () => void save(),
      "companyForm.cancel": () => (form.dirty ? setAsking(true) : toast("info", "No changes to cancel.")),
      "companyForm.takeTheirs": form.reset
    }
  })
  const disabled = closed !== null
  const ofPlan = defaultMaxLocksPerFacility(chosenTier(values.subscriptionTier))
  return (
    <>
      <LeaveGuard dirty={form.dirty && !form.done} />
      <CommandForm className="card bought-form" noValidate aria-label="Company">
        {may.allowed ? null : (
          <p role="note" className="bought-closed">
            {may.words.error} {may.words.next}
          </p>
        )}
        {form.changedMeanwhile === null ? null : (
          <ChangedMeanwhile happened={companyChanged(form.changedMeanwhile).error} command="companyForm.takeTheirs" />
        )}
        <SentFields sending={sending} className="bought-fields">
          <TextField
            label={`${fieldLabels.companyName} *`}
            name="companyName"
            autoComplete="off"
            aria-required
            maxLength={companyLimits.name.most}
            disabled={disabled}
            value={values.companyName}
            onText={(companyName) => change({ companyName })}
            onBlur={() => leave("companyName")}
            issue={issues["companyName"]}
          />
          <SelectField
            label="Plan"
            name="subscriptionTier"
            disabled={disabled}
            value={values.subscriptionTier}
            choices={tierChoices(base.subscriptionTier)}
            onChoose={(subscriptionTier) => change({ subscriptionTier })}
          />
          <TextField
            label={fieldLabels.paidThrough}
            name="paidThrough"
            type="date"
            max="9999-12-31"
            disabled={disabled}
            value={values.paidThrough}
            onText={(paidThrough) => change({ paidThrough })}
            onBlur={() => leave("paidThrough")}
            issue={issues["paidThrough"]}
          />
          <SelectField
            label={fieldLabels.maxLocksPerFacility}
            name="maxLocks"
            disabled={disabled}
            value={values.maxLocks}
            choices={[
              { value: maxLocksKinds.plan, label: `By plan (${ofPlan ?? "unlimited"})` },
              { value: maxLocksKinds.unlimited, label: "Unlimited" },
              { value: maxLocksKinds.own, label: "Custom number" }
            ]}
            onChoose={(maxLocks) => change({ maxLocks })}
          />
          {values.maxLocks === maxLocksKinds.own ? (
            <TextField
              label="Number of locks *"
              name="ownMax"
              inputMode="numeric"
              autoComplete="off"
              aria-required
              disabled={disabled}
              value={values.ownMax}
              onText={(ownMax) => change({ ownMax })}
              onBlur={() => leave("maxLocksPerFacility")}
              issue={issues["maxLocksPerFacility"]}
            />
          ) : null}
          <FeaturesPart form={form} closed={disabled} />
        </SentFields>
        <FormFoot state={sending ? savingWords : ""} notYet={notYet}>
          <CommandButton command="companyForm.cancel" notYet={form.dirty ? null : "No changes to cancel."} />
        </FormFoot>
      </CommandForm>
      {asking ? (
        <ConfirmDialog
          title={progressLost}
          onYes={() => {
            setAsking(false)
            form.reset()
          }}
          onNo={() => setAsking(false)}
        />
      ) : null}
    </>
  )
}
