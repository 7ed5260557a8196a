import { userColumnNames } from "#core/team/UserImport.ts"
import { SelectField } from "#web/ui/SelectField.tsx"
import type { UserImportState } from "./useUserImport.ts"

/** What a column is called that is not read. */
const leftOut = { value: -1, label: "Left out" }
const choices = [leftOut, ...userColumnNames.map((label, value) => ({ value, label }))]

/** Which sheet of the workbook is read, and what each column of it is. */
export const UserImportColumns = ({ form }: { readonly form: UserImportState }) => {
  const { file, mapping, busy, phase } = form
  if (file === null) return null
  const closed = busy || phase === "done" || phase === "stopped"
  const sample = file.table?.rows().next()
  const cells = sample?.done === false ? sample.value.cells : []
  return (
    <>
      {file.sheets.length === 0 ? null : (
        <SelectField
          label="Sheet"
          disabled={closed}
          value={file.sheets.findIndex(({ name }) => name === file.sheet)}
          choices={[
            { value: -1, label: "Choose a sheet" },
            ...file.sheets.map(({ name }, value) => ({ value, label: name }))
          ]}
          onChoose={(nth) => form.chooseSheet(file.sheets[nth]?.name ?? "")}
        />
      )}
      {file.table === null ? null : (
        <fieldset className="user-import-columns">
          <legend>Columns</legend>
          {file.table.header.map((header, nth) => (
            <SelectField
              key={`${nth} ${header}`}
              label={header === "" ? `Column ${nth + 1}` : header}
              disabled={closed}
              value={mapping[nth] == null ? leftOut.value : userColumnNames.indexOf(mapping[nth])}
              choices={choices}
              note={cells[nth] === undefined || cells[nth] === "" ? null : `First: ${cells[nth]}`}
              onChoose={(chosen) => form.map(nth, userColumnNames[chosen] ?? null)}
            />
          ))}
        </fieldset>
      )}
    </>
  )
}
