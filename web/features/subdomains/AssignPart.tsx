import { useQuery } from "@tanstack/react-query"
import { useMemo } from "react"
import { facilityOption } from "#core/subdomains/facilityTransfer.ts"
import { failureText } from "#web/app/failures.ts"
import { facilitiesQuery } from "#web/app/placeQueries.ts"
import { LateLoading } from "#web/ui/LateLoading.tsx"
import { TransferList } from "./TransferList.tsx"
import type { SubdomainFormState } from "./useSubdomainForm.ts"

const byName = new Intl.Collator("en-US", { numeric: true, sensitivity: "base" })

/** Step 2: the facilities of the portal. */
export const AssignPart = ({ form: { values, kept, change } }: { readonly form: SubdomainFormState }) => {
  const { data, error } = useQuery(facilitiesQuery())
  const options = useMemo(
    () => data?.map(facilityOption).toSorted((one, other) => byName.compare(one.label, other.label)),
    [data]
  )
  if (options === undefined) return error === null ? <LateLoading /> : <p role="alert">{failureText(error)}</p>
  return (
    <TransferList
      options={options}
      assigned={values.facilityIDs}
      onAssigned={(facilityIDs) => change({ facilityIDs })}
      own={kept?.id ?? null}
    />
  )
}
