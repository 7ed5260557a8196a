import { useRef, useState } from "react"
import { flushSync } from "react-dom"
import { listFacilities } from "#core/commands/importCommands.ts"
import { fmsProfiles } from "#core/fms/fmsFields.ts"
import { Fms } from "#core/fms/fmsSystems.ts"
import type { ListingSystem } from "#core/imports/importAccess.ts"
import { requiredWords } from "#core/base/fieldWords.ts"
import { isBlank } from "#core/base/visibleText.ts"
import { center } from "#web/app/CommandCenter.ts"
import { run } from "#web/app/run.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { SentFields } from "#web/ui/SentFields.tsx"
import { TextField } from "#web/ui/TextField.tsx"
import { useDebounced } from "./useDebounced.ts"
import type { ImportStart } from "./useImportStart.ts"

type Asked = "baseUrl" | "corporateCode" | "corporateUsername" | "corporatePassword"

/** Parameters of each FMS's call (001 §7), in form order. The last one is the secret. */
const asked: Readonly<Record<ListingSystem, ReadonlyArray<Asked>>> = {
  [Fms.id.StorableEdge]: ["corporatePassword"],
  [Fms.id.Sitelink]: ["corporateCode", "corporateUsername", "corporatePassword"],
  [Fms.id.SsmCloud]: ["baseUrl", "corporateCode", "corporatePassword"]
}

interface FieldShown {
  readonly name: Asked
  readonly label: string
  readonly required: boolean
  readonly secret: boolean
}

/** The fields with their labels in the facility form. Storable Edge has one key for all of a company's facilities. */
const fieldsOf = (software: ListingSystem): ReadonlyArray<FieldShown> =>
  asked[software].map((name) => {
    const known = fmsProfiles[software].fields.find((field) => field.name === name)
    return software === Fms.id.StorableEdge
      ? { name, label: "Company API Key", required: true, secret: true }
      : { name, label: known?.label ?? name, required: known?.required === true, secret: known?.secret === true }
  })

interface ViaFmsPartProps {
  readonly software: ListingSystem
  /** Why no request can be made, or null. */
  readonly refused: string | null
  readonly start: ImportStart
}

/** Via FMS: loads the facilities from the FMS. The typed credentials are stored nowhere else. */
export const ViaFmsPart = ({ software, refused, start: { sent, issue, begin } }: ViaFmsPartProps) => {
  const [values, setValues] = useState<Partial<Record<Asked, string>>>({})
  const [tried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const fields = fieldsOf(software)
  const empty = fields.filter(({ name, required }) => required && isBlank(values[name] ?? ""))
  const ask = useDebounced(() => {
    const { corporatePassword: secret = "", ...rest } = values
    const named = Object.fromEntries(Object.entries(rest).filter(([, text]) => text.trim() !== ""))
    begin(() => run(listFacilities, { managementSoftware: software, secret, ...named }))
  })
  const list = (): void => {
    if (sent !== null || refused !== null) return
    flushSync(() => setTried(true))
    if (empty.length === 0) ask()
    else form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus()
  }
  useCommands({
    scope: "anywhere",
    handlers: { "facilityImport.list": list, "form.submit": list }
  })
  return (
    <form
      ref={form}
      className="import-credentials"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        center.perform("facilityImport.list")
      }}
    >
      <SentFields sending={sent !== null}>
        {fields.map(({ name, label, required, secret }) => (
          <TextField
            key={name}
            label={required ? `${label} *` : label}
            type={secret ? "password" : "text"}
            autoComplete={secret ? "new-password" : "off"}
            maxLength={500}
            value={values[name] ?? ""}
            onText={(text) => setValues((before) => ({ ...before, [name]: text }))}
            issue={tried && empty.some((field) => field.name === name) ? requiredWords(label) : undefined}
          />
        ))}
      </SentFields>
      {software === Fms.id.StorableEdge ? (
        <p className="muted">Enter the key and its secret with a colon between them: KEY:SECRET.</p>
      ) : null}
      {issue === null ? null : (
        <p className="import-wrong" role="alert">
          <strong>{issue.error}</strong> {issue.next}
        </p>
      )}
      <p role="status" className="muted">
        {sent === null ? "" : `Getting facilities from ${Fms.label(software)}…`}
      </p>
      <CommandButton
        command="facilityImport.list"
        sends
        look="primary"
        submit
        notYet={sent === null ? refused : "Getting facilities…"}
      />
    </form>
  )
}
