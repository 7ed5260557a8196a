import { createRoot } from "react-dom/client"
import { Virtuoso } from "react-virtuoso"

interface Baseline {
  __showVirtuoso?: (rows: number) => void
}

/** Plain react-virtuoso with rows of eight texts: the baseline, shown over the current page. */
;(globalThis as Baseline).__showVirtuoso = (rows) => {
  const place = document.createElement("div")
  place.id = "baseline"
  place.style.cssText = "position:fixed;inset:0;z-index:99;overflow-y:auto;background:Canvas"
  document.body.append(place)
  createRoot(place).render(
    <Virtuoso
      customScrollParent={place}
      totalCount={rows}
      fixedItemHeight={48}
      increaseViewportBy={288}
      itemContent={(at) => (
        <div style={{ display: "grid", gridTemplateColumns: "repeat(8, 1fr)", height: 48 }}>
          {Array.from({ length: 8 }, (_, column) => (
            <span key={column}>
              {at} {column}
            </span>
          ))}
        </div>
      )}
    />
  )
}
