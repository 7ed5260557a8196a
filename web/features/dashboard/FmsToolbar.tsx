import { useRef } from "react"
import { countText } from "#core/base/countText.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { SearchField } from "#web/ui/SearchField.tsx"
import { SelectField } from "#web/ui/SelectField.tsx"
import { ToggleButton } from "#web/ui/ToggleButton.tsx"
import { fmsResultKinds, type FmsRow, fmsSorts } from "./fmsRows.ts"
import type { FmsChoiceState } from "./useFmsChoice.ts"

interface FmsToolbarProps {
  readonly rows: ReadonlyArray<FmsRow>
  readonly shown: ReadonlyArray<FmsRow>
  readonly state: FmsChoiceState
  readonly mayTest: boolean
  /** Why no test can start now, or null. */
  readonly waits: string | null
}

/** Options for a list of labels. The first one selects all. */
const choicesOf = (all: string, labels: ReadonlyArray<string>) =>
  [all, ...labels].map((label, value) => ({ value, label }))

/** Filters and sorts the table by name, software and result. The choices are kept in the URL. */
export const FmsToolbar = ({ rows, shown, state, mayTest, waits }: FmsToolbarProps) => {
  const { choice, set } = state
  const field = useRef<HTMLInputElement>(null)
  const systems = [...new Set(rows.map(({ fms }) => fms))].toSorted()
  const failing = rows.filter(({ result }) => result?.result === false).length
  const onlyFailing = (): void => set({ result: choice.result === "failed" ? "" : "failed" })
  useCommands({
    scope: "anywhere",
    handlers: { "fms.onlyFailing": onlyFailing, "lists.filter": () => field.current?.focus() }
  })
  const testable = shown.filter((row) => row.testable)
  const narrowed = shown.length < rows.length
  return (
    <div className="toolbar fms-toolbar">
      <SearchField label="Search facilities" text={choice.text} onText={(text) => set({ text })} field={field} />
      <SelectField
        label="FMS"
        value={systems.indexOf(choice.system) + 1}
        choices={choicesOf("All", systems)}
        onChoose={(nth) => set({ system: systems[nth - 1] ?? "" })}
      />
      <SelectField
        label="Result"
        value={fmsResultKinds.findIndex(({ kind }) => kind === choice.result) + 1}
        choices={choicesOf(
          "All",
          fmsResultKinds.map(({ label }) => label)
        )}
        onChoose={(nth) => set({ result: fmsResultKinds[nth - 1]?.kind ?? "" })}
      />
      <SelectField
        label="Sort by"
        value={Math.max(
          0,
          fmsSorts.findIndex(({ sort }) => sort === choice.sort)
        )}
        choices={fmsSorts.map(({ label }, value) => ({ value, label }))}
        onChoose={(nth) => set({ sort: fmsSorts[nth]?.sort ?? "" })}
      />
      <ToggleButton
        command="fms.onlyFailing"
        given={{}}
        pressed={choice.result === "failed"}
        label={`Only failing: ${failing}`}
        refused={null}
        inTab
      >
        Only failing <strong>{failing}</strong>
      </ToggleButton>
      <p className="toolbar-note muted" role="status">
        {narrowed ? `${countText(shown.length)} of ${countText(rows.length)} shown` : ""}
      </p>
      {narrowed && mayTest && testable.length > 0 ? (
        <CommandButton
          command="fms.test"
          given={{ input: { facilities: testable.map(({ facilityID }) => facilityID).join("\n") } }}
          showKeys={false}
          notYet={waits}
        >
          Test {countText(testable.length)} shown
        </CommandButton>
      ) : null}
    </div>
  )
}
