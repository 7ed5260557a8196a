import "./LockColor.css"
import { LockColor as Colors, lockColorName } from "#core/locks/lockColors.ts"

/** A lock's color as a dot with its name. */
export const LockColor = ({ color, named = true }: { readonly color: number; readonly named?: boolean }) => {
  const name = lockColorName(color)
  const shown = Colors.parse(name) ?? color
  return (
    <span className="lock-color" title={name}>
      <span
        className="lock-dot"
        aria-hidden="true"
        style={{ background: `#${(shown & 0xffffff).toString(16).padStart(6, "0")}` }}
      />
      <span className={named ? undefined : "hidden"}>{name}</span>
    </span>
  )
}
