import { useMemo } from "react"
import { useSearchValue } from "#web/app/useSearchValue.ts"
import type { FmsChoice } from "./fmsRows.ts"

/** The table's filters and order, and how to change them. */
export interface FmsChoiceState {
  /** The same object while it doesn't change. */
  readonly choice: FmsChoice
  readonly set: (change: Partial<FmsChoice>) => void
}

const at = "/signed-in/dashboard"

/** Keeps the table's filters and order in the URL. */
export const useFmsChoice = (): FmsChoiceState => {
  const [text = "", setText] = useSearchValue(at, "fmsSearch")
  const [system = "", setSystem] = useSearchValue(at, "fmsSystem")
  const [result = "", setResult] = useSearchValue(at, "fmsResult")
  const [sort = "", setSort] = useSearchValue(at, "fmsSort")
  const choice = useMemo(() => ({ text, system, result, sort }), [text, system, result, sort])
  return {
    choice,
    set: (change) => {
      if (change.text !== undefined) setText(change.text)
      if (change.system !== undefined) setSystem(change.system)
      if (change.result !== undefined) setResult(change.result)
      if (change.sort !== undefined) setSort(change.sort)
    }
  }
}
