import { fieldLabels } from "#core/base/fieldLabels.ts"
import { useState } from "react"
import type { MadeCompany } from "#core/acting/CompanyAccount.ts"
import { companyLimits, newCompanyIssues } from "#core/acting/companyRules.ts"
import { addCompany, createCompany } from "#core/commands/companyAccountCommands.ts"
import { Tier } from "#core/companies/tiers.ts"
import { call } from "#web/app/calls.ts"
import { toast } from "#web/app/notices.ts"
import { refresh } from "#web/app/refresh.ts"
import { savingWords, tellNotYet } from "#web/app/tellNotYet.ts"
import { useAttempt } from "#web/app/useAttempt.ts"
import { useKeptState } from "#web/app/useKeepInput.ts"
import { useAvailability, useCommands } from "#web/app/useCommands.ts"
import { errorsByField, type FieldErrors, useFieldErrors } from "#web/app/useFieldErrors.ts"
import { CommandForm } from "#web/ui/CommandForm.tsx"
import { FormFoot } from "#web/ui/FormFoot.tsx"
import { LeaveGuard } from "#web/ui/LeaveGuard.tsx"
import { SelectField } from "#web/ui/SelectField.tsx"
import { SentFields } from "#web/ui/SentFields.tsx"
import { TextField } from "#web/ui/TextField.tsx"
import { chosenEnd, chosenTier, paidThroughIssue } from "./accountValues.ts"
import { InvitedOwner } from "./InvitedOwner.tsx"
import { tierChoices } from "./subscriptionWords.ts"

const empty = {
  companyName: "",
  subscriptionTier: Tier.id.LocksOnly as number,
  paidThrough: "",
  ownerFirstName: "",
  ownerLastName: "",
  ownerEmail: ""
}
type Values = typeof empty

const issuesOf = (values: Values): FieldErrors => {
  const day = paidThroughIssue(values.paidThrough)
  return {
    ...Object.fromEntries(newCompanyIssues(values).map(({ path, message }) => [path, message])),
    ...(day === null ? {} : { paidThrough: day })
  }
}

/** Text fields of the form in order: label and longest length. */
const texts = [
  ["companyName", `${fieldLabels.companyName} *`, companyLimits.name.most],
  ["ownerFirstName", "Owner's first name *", companyLimits.personName],
  ["ownerLastName", "Owner's last name *", companyLimits.personName],
  ["ownerEmail", "Owner's email *", 320]
] as const

/** The form for a new company and the Owner invited to it. */
export const NewCompanyForm = () => {
  const may = useAvailability("companies.create")
  const [typed, setTyped] = useKeptState<Values>("new company")
  const values = typed ?? empty
  const [saving, attempt] = useAttempt()
  const [made, setMade] = useState<MadeCompany | null>(null)
  const errors = useFieldErrors(issuesOf(values))
  const dirty = JSON.stringify(values) !== JSON.stringify(empty)
  const closed = may.allowed ? null : may.words.error
  const notYet = closed ?? (saving ? savingWords : errors.first)

  const change = (more: Partial<Values>): void => {
    setTyped((before) => ({ ...(before ?? empty), ...more }))
    errors.edited(more)
  }
  const save = async (): Promise<void> => {
    if (notYet !== null) return tellNotYet(notYet)
    await attempt(
      async () => {
        const { subscriptionTier, paidThrough, ...form } = values
        const payload = { ...form, subscriptionTier: chosenTier(subscriptionTier), paidThrough: chosenEnd(paidThrough) }
        const { data, message } = await call(addCompany(payload))
        setMade(data)
        toast("success", message ?? "Company added")
      },
      ({ problem, words }) => {
        if (problem?._tag === "EmailInUse") {
          errors.refuse({ ownerEmail: words.error })
          return true
        }
        if (problem?._tag !== "CompanyRefused") return false
        errors.refuse(errorsByField(problem.data.issues))
        return true
      }
    )
    refresh(createCompany.touches)
  }
  useCommands({ scope: "anywhere", handlers: { "form.submit": () => void save() } }, made === null)
  if (made !== null) return <InvitedOwner made={made} />
  const textField = ([name, label, maxLength]: (typeof texts)[number]) => (
    <TextField
      key={name}
      label={label}
      name={name}
      type={name === "ownerEmail" ? "email" : "text"}
      autoComplete="off"
      aria-required
      maxLength={maxLength}
      disabled={closed !== null}
      value={values[name]}
      onText={(text) => change({ [name]: text })}
      onBlur={() => errors.leave(name)}
      issue={errors.shown[name]}
    />
  )
  return (
    <>
      <LeaveGuard dirty={dirty} />
      <CommandForm adds className="card bought-form" noValidate aria-label="Add Company">
        {may.allowed ? null : (
          <p role="note" className="bought-closed">
            {may.words.error} {may.words.next}
          </p>
        )}
        <SentFields sending={saving} className="bought-fields">
          {textField(texts[0])}
          <SelectField
            label="Plan"
            name="subscriptionTier"
            disabled={closed !== null}
            value={values.subscriptionTier}
            choices={tierChoices(null)}
            onChoose={(subscriptionTier) => change({ subscriptionTier })}
          />
          <TextField
            label={fieldLabels.paidThrough}
            name="paidThrough"
            type="date"
            max="9999-12-31"
            disabled={closed !== null}
            value={values.paidThrough}
            onText={(paidThrough) => change({ paidThrough })}
            onBlur={() => errors.leave("paidThrough")}
            issue={errors.shown["paidThrough"]}
          />
          {texts.slice(1).map(textField)}
        </SentFields>
        <FormFoot
          state={saving ? savingWords : "The Owner gets a link to set their password."}
          notYet={notYet}
          label="Add Company"
        />
      </CommandForm>
    </>
  )
}
