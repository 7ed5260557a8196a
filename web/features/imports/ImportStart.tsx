import { useState } from "react"
import { words } from "#core/api/problem.ts"
import { importFacilities } from "#core/commands/importCommands.ts"
import { fmsChoices } from "#core/fms/fmsChoices.ts"
import { Fms, type FmsId, IntegrationMode } from "#core/fms/fmsSystems.ts"
import { templatePath } from "#core/imports/importFields.ts"
import { canList, importModeOf } from "#core/imports/importAccess.ts"
import { importRefusal } from "#core/imports/importRefusal.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { run } from "#web/app/run.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { FmsSelect } from "#web/ui/FmsSelect.tsx"
import { ToggleButton } from "#web/ui/ToggleButton.tsx"
import { FilePart } from "./FilePart.tsx"
import { UnfinishedImports } from "./UnfinishedImports.tsx"
import { useImportStart } from "./useImportStart.ts"
import { ViaFmsPart } from "./ViaFmsPart.tsx"

/** First screen of an import: which FMS, and whether the facilities come from it or from a file (001 §2). */
export const ImportStart = () => {
  const user = useSignedInUser()
  const start = useImportStart()
  const [software, setSoftware] = useState<FmsId | -1>(-1)
  const [mode, setMode] = useState<(typeof IntegrationMode.ids)[number]>(IntegrationMode.id.ViaCsv)

  const refusal = software === -1 ? null : importRefusal(user, software)
  const refused = refusal === null ? null : `${words(refusal).error} ${words(refusal).next}`
  const noListing =
    software === -1
      ? "Choose the management software first."
      : canList(software)
        ? null
        : `${Fms.label(software)} can't list its facilities. Import them Via CSV.`
  const choose = (chosen: FmsId): void => {
    setSoftware(chosen)
    // The user can change the preselected mode afterwards (001 §4).
    setMode(importModeOf(chosen))
    start.refuse(null)
  }
  const setModeTo = (next: typeof mode) => (): void => {
    if (next === IntegrationMode.id.ViaFms && noListing !== null) return
    setMode(next)
    start.refuse(null)
  }
  useCommands({
    scope: "anywhere",
    handlers: {
      "facilityImport.viaFms": setModeTo(IntegrationMode.id.ViaFms),
      "facilityImport.viaCsv": setModeTo(IntegrationMode.id.ViaCsv)
    }
  })
  const viaFms = mode === IntegrationMode.id.ViaFms && software !== -1 && canList(software)
  return (
    <>
      <UnfinishedImports />
      <section className="card import-start" aria-label="New import">
        <div className="import-what">
          <FmsSelect
            label="Management Software *"
            value={software}
            onChoose={choose}
            choices={fmsChoices(null)}
            note={refused}
          />
          <div role="group" aria-label="Integration" className="import-mode">
            <ToggleButton
              command="facilityImport.viaFms"
              given={{}}
              pressed={viaFms}
              label="Via FMS"
              refused={noListing}
              inTab
            >
              Via FMS
            </ToggleButton>
            <ToggleButton
              command="facilityImport.viaCsv"
              given={{}}
              pressed={!viaFms}
              label="Via CSV"
              refused={null}
              inTab
            >
              Via CSV
            </ToggleButton>
          </div>
          {software === -1 || noListing === null ? null : <p className="muted">{noListing}</p>}
        </div>
        {viaFms ? (
          <ViaFmsPart key={software} software={software} refused={refused} start={start} />
        ) : (
          <FilePart
            template={software === -1 ? null : templatePath(software)}
            refused={software === -1 ? "Choose the management software first." : refused}
            about={software}
            send={(file, sheet, onSent) => {
              const more = sheet === null ? {} : { sheet }
              const managementSoftware = software === -1 ? Fms.id.NotListed : software
              return run(importFacilities, { file, managementSoftware, ...more }, { sent: onSent })
            }}
            start={start}
          />
        )}
      </section>
    </>
  )
}
