import { Suspense, useEffect, useState } from "react"
import { lazyPart } from "#web/app/lazyPart.ts"
import { useHasListed } from "#web/grid/GridExport.ts"

const ListOutput = lazyPart(() => import("./ListOutput.tsx"), "ListOutput")

/** There from the first grid of a session on: an export goes on when somebody leaves the screen it is of. */
export const ListOutputHost = () => {
  const hasListed = useHasListed()
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    if (hasListed) setWanted(true)
  }, [hasListed])
  return wanted ? (
    <Suspense>
      <ListOutput />
    </Suspense>
  ) : null
}
