import { Feature, FeatureAccess, featureName, featuresOf } from "#core/companies/features.ts"
import { subscriptionActive } from "#core/companies/tiers.ts"
import { now } from "#web/app/clock.ts"
import { SelectField } from "#web/ui/SelectField.tsx"
import { byPlan, chosenEnd, chosenTier } from "./accountValues.ts"
import type { AccountFormState } from "./useAccountForm.ts"

interface FeaturesPartProps {
  readonly form: AccountFormState
  readonly closed: boolean
}

/** One choice per feature: the plan's access or the company's own grant. */
export const FeaturesPart = ({ form: { base, values, change }, closed }: FeaturesPartProps) => {
  const end = chosenEnd(values.paidThrough)
  const active = subscriptionActive(
    { paidThrough: end === null ? null : new Date(end), suspended: base.subscriptionSuspended },
    new Date(now())
  )
  const ofPlan = featuresOf(chosenTier(values.subscriptionTier), active)
  return (
    <fieldset className="bought-features">
      <legend>Features</legend>
      {Feature.ids.map((id) => (
        <SelectField
          key={id}
          label={featureName(id)}
          name={`feature ${id}`}
          disabled={closed}
          value={values.features[String(id)] ?? byPlan}
          choices={[
            {
              value: byPlan,
              label: `By plan (${FeatureAccess.label(ofPlan[String(id)]?.accessLevel ?? FeatureAccess.id.Off)})`
            },
            ...FeatureAccess.rows.map((row) => ({ value: row.id, label: row.label }))
          ]}
          onChoose={(chosen) => change({ features: { ...values.features, [String(id)]: chosen } })}
        />
      ))}
    </fieldset>
  )
}
