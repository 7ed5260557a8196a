import { useAddressText } from "#web/app/useAddressText.ts"
import type { FmsChoice } from "./fmsRows.ts"

/** What of the table is shown, and how to change it. */
export interface FmsChoiceState {
  readonly choice: FmsChoice
  readonly set: (change: Partial<FmsChoice>) => void
}

/** Keeps what of the table is shown in the address. */
export const useFmsChoice = (): FmsChoiceState => {
  const [text, setText] = useAddressText("fmsSearch")
  const [system, setSystem] = useAddressText("fmsSystem")
  const [result, setResult] = useAddressText("fmsResult")
  const [sort, setSort] = useAddressText("fmsSort")
  return {
    choice: { text, system, result, sort },
    set: (change) => {
      if (change.text !== undefined) setText(change.text)
      if (change.system !== undefined) setSystem(change.system)
      if (change.result !== undefined) setResult(change.result)
      if (change.sort !== undefined) setSort(change.sort)
    }
  }
}
