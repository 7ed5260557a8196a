import type { ComponentProps } from "react"

interface RowMenuButtonProps extends ComponentProps<"button"> {
  readonly label: string
  readonly onPress: () => void
}

/** Opens and closes the menu below it. */
export const RowMenuButton = ({ label, onPress, ...rest }: RowMenuButtonProps) => (
  <button
    type="button"
    className="btn plain"
    tabIndex={-1}
    data-command="lists.actions"
    aria-label={label}
    aria-haspopup="menu"
    {...rest}
    onClick={onPress}
  >
    <span aria-hidden="true">⋯</span>
  </button>
)
