import { Link } from "@tanstack/react-router"
import type { CommandId } from "#core/commands/registry.ts"
import { facilitiesPath } from "./facilityPath.ts"

interface BackToProps {
  readonly title: string
  readonly path: string
}

/** Link to the previous screen: 'Back to Dashboard' (001 §2). */
export const BackTo = ({ title, path }: BackToProps) => {
  const command: CommandId = path === facilitiesPath ? "go.facilities" : "go.dashboard"
  return (
    <Link to={path} data-command={command} className="back-link">
      Back to {title}
    </Link>
  )
}
