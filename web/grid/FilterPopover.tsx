import * as Radix from "@radix-ui/react-dialog"
import { useState } from "react"
import { useCommands } from "#web/app/useCommands.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { FilterField } from "./FilterField.tsx"
import { inRem } from "#web/ui/inRem.ts"
import type { GridColumn } from "./GridColumn.ts"

export interface FilterPopoverProps {
  readonly column: GridColumn<never>
  readonly text: string
  /** The header button it is attached to. */
  readonly anchor: HTMLElement
  readonly onApply: (text: string) => void
  readonly onClose: () => void
}

/** Width in pixels at the default font size. */
const width = 280

/** The filter of one column below its header. Enter applies it, Esc cancels (001 §9). */
export const FilterPopover = ({ column, text, anchor, onApply, onClose }: FilterPopoverProps) => {
  const [typed, setTyped] = useState(text)
  const [place] = useState(() => {
    const { left, bottom } = anchor.getBoundingClientRect()
    // Stay inside the window, even if it becomes narrower.
    return {
      left: `max(8px, min(${left}px, 100vw - ${inRem(`${width + 8}px`)}))`,
      top: bottom + 6,
      width: inRem(`${width}px`)
    }
  })
  const apply = (): void => {
    onApply(typed)
    onClose()
  }
  useCommands({ scope: "lists", modal: true, handlers: { "layer.close": onClose, "form.submit": apply } })
  return (
    <Radix.Root open modal={false} onOpenChange={(open) => (open ? undefined : onClose())}>
      <Radix.Portal container={document.querySelector("main")}>
        <Radix.Content
          className="grid-popover"
          style={place}
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            anchor.focus({ preventScroll: true })
          }}
        >
          <Radix.Title className="hidden">Filter {column.title}</Radix.Title>
          <form
            onSubmit={(event) => {
              event.preventDefault()
              apply()
            }}
          >
            <FilterField column={column} text={typed} onText={setTyped} />
            <p className="grid-do">
              <CommandButton command="list.filter" given={{ input: { column: column.id, text: "" } }} showKeys={false}>
                Clear
              </CommandButton>
              <CommandButton command="form.submit" look="primary" submit showKeys={false}>
                Apply
              </CommandButton>
            </p>
          </form>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
