import type { RowTarget } from "./PaletteRow.ts"

const shapes = {
  lock: "M6 9V6a4 4 0 0 1 8 0v3M4 9h12v8H4z",
  facility: "M3 17V7l7-4 7 4v10zM7 17v-6h6v6",
  person: "M10 9a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM4 17c0-3 2.500-5 6-5s6 2 6 5",
  go: "M4 10h12M11 5l5 5-5 5",
  command: "M4 6l4 4-4 4M10 15h6",
  text: "M4 5h12M10 5v11",
  // A hollow dot: a check mark would look like the current value.
  value: "M10 6a4 4 0 1 0 0 8 4 4 0 0 0 0-8z"
} as const

const shapeOf = (target: RowTarget): string => {
  switch (target.kind) {
    case "lock":
      return shapes.lock
    case "facility":
      return shapes.facility
    case "person":
      return shapes.person
    case "text":
      return shapes.text
    case "value":
    case "answer":
      return shapes.value
    case "resume":
      return shapes.go
    case "command":
      return target.command.does.goTo !== undefined
        ? shapes.go
        : target.command.section === "Locks"
          ? shapes.lock
          : shapes.command
  }
}

/** Icon for the kind of a row. Decorative only. */
export const RowIcon = ({ target }: { readonly target: RowTarget }) => (
  <svg className="palette-icon" width="1.25rem" height="1.25rem" viewBox="0 0 20 20" aria-hidden="true">
    <path d={shapeOf(target)} />
  </svg>
)
