import { useQuery } from "@tanstack/react-query"
import { unknownFacility } from "#core/commands/unknownFacility.ts"
import { facilitiesQuery } from "#web/app/placeQueries.ts"

/** Says why a search found nothing if its `facility:` filter names no facility. Few searches need it, so it loads later. */
export const UnknownFacility = ({ text }: { readonly text: string }) => {
  const { data } = useQuery({ ...facilitiesQuery(), enabled: text.includes("facility:") })
  const words = data === undefined ? undefined : unknownFacility(text, data)
  return (
    <span className="palette-problem" role="status">
      {words}
    </span>
  )
}
