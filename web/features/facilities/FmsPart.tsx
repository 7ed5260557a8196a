import { useId } from "react"
import { fmsChoices } from "#core/fms/fmsChoices.ts"
import { fmsIsFixed } from "#core/facilities/facilityRules.ts"
import { type FmsFieldName, fmsFieldsOf, fmsProfiles } from "#core/fms/fmsFields.ts"
import { Fms, type FmsId, IntegrationMode } from "#core/fms/fmsSystems.ts"
import { FmsSelect } from "#web/ui/FmsSelect.tsx"
import { TextField } from "#web/ui/TextField.tsx"
import type { PartProps } from "./formParts.ts"

const noteOf = (software: FmsId): string | null => {
  if (fmsIsFixed(software)) return `${Fms.label(software)}: contact support to change`
  return fmsProfiles[software].connection === "csv"
    ? `${Fms.label(software)} has no public API. Import its units by CSV. Connections work only with our simulator.`
    : null
}

/** The facility's FMS and its connection. Saved secrets are never shown. */
export const FmsPart = ({ form: { values, issues, kept, change } }: PartProps) => {
  const modeId = useId()
  const now = kept !== null && Fms.isId(kept.managementSoftware) ? kept.managementSoftware : null
  const fixed = now !== null && fmsIsFixed(now)
  const { managementSoftware: software, mode } = values
  const note = software === -1 ? null : noteOf(software)
  const secretsSet = new Set(software === now ? (kept?.secretsSet ?? []) : [])
  const asked = software === -1 || fixed ? [] : fmsProfiles[software].fields
  return (
    <div className="facility-fields">
      <FmsSelect
        label="Management Software *"
        value={software}
        onChoose={(chosen) =>
          change({
            managementSoftware: chosen,
            fms: chosen === now ? { ...(kept === null ? {} : fmsFieldsOf(kept)) } : {}
          })
        }
        choices={fmsChoices(now)}
        disabled={fixed}
        issue={issues["managementSoftware"]}
        note={note}
      />
      {asked.length === 0 ? null : (
        <div className="field">
          <label htmlFor={modeId}>Integration</label>
          <select
            id={modeId}
            className="select"
            value={mode}
            onChange={(event) => {
              const chosen = Number(event.target.value)
              if (IntegrationMode.isId(chosen)) change({ mode: chosen })
            }}
          >
            {IntegrationMode.rows.map(({ id: each, label }) => (
              <option key={each} value={each}>
                {label}
              </option>
            ))}
          </select>
        </div>
      )}
      {asked.map(({ name, label, required, secret }) => (
        <TextField
          key={name}
          label={`${label}${required && mode === IntegrationMode.id.ViaFms ? " *" : ""}`}
          type={secret ? "password" : "text"}
          autoComplete={secret ? "new-password" : "off"}
          placeholder={secretsSet.has(name) ? "Saved. Leave blank to keep it." : undefined}
          maxLength={500}
          value={values.fms[name] ?? ""}
          onText={(text) => change({ fms: { ...values.fms, [name]: text } as Record<FmsFieldName, string> })}
          issue={issues[name]}
        />
      ))}
      {software === Fms.id.Sitelink ? (
        <p className="muted facility-wide">Please set your password to Never Expire on Sitelink by Storable</p>
      ) : null}
    </div>
  )
}
