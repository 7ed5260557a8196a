import { Command } from "cmdk"
import { createRoot } from "react-dom/client"

interface Baseline {
  __showCmdk?: (serials: ReadonlyArray<string>) => void
}

/** Plain cmdk with its own filter: the baseline, shown over the current page. */
;(globalThis as Baseline).__showCmdk = (serials) => {
  const place = document.createElement("div")
  place.id = "baseline"
  place.style.cssText = "position:fixed;inset:0;z-index:99;overflow:hidden;background:Canvas"
  document.body.append(place)
  createRoot(place).render(
    <Command label="Baseline">
      <Command.Input autoFocus />
      <Command.List>
        {serials.map((serial) => (
          <Command.Item key={serial} value={serial}>
            {serial}
          </Command.Item>
        ))}
      </Command.List>
    </Command>
  )
}
