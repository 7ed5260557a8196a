import { type ReactNode, useEffect, useState } from "react"
import { headById } from "#core/commands/headById.ts"
import type { CommandId } from "#core/commands/registry.ts"
import { definitionOf } from "#web/app/definitions.ts"
import { tellFailure } from "#web/app/failures.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import "./PendingScreen.css"

interface PendingScreenProps {
  readonly title: string
  /** ID of the route. The command with the same ID does the screen's work for now. */
  readonly routeId: string
  /** Tabs of the area. */
  readonly tabs?: ReactNode
}

/** Says that a screen isn't available yet and which command to use instead. */
export const PendingScreen = ({ title, routeId, tabs }: PendingScreenProps) => {
  const today = headById(routeId)
  const [lines, setLines] = useState<ReadonlyArray<string>>([])
  useEffect(() => {
    if (today === undefined) return
    definitionOf(today).then(({ terminal }) => setLines(terminal?.examples ?? []), tellFailure)
  }, [today])
  return (
    <>
      <h1>{title}</h1>
      {tabs}
      <section className="card pending">
        <h2>This screen isn't ready yet.</h2>
        {today === undefined ? (
          <p className="muted">There's no terminal command for it yet, either.</p>
        ) : (
          <>
            <p className="muted">Until then, you can do this one at a time:</p>
            <p>
              <CommandButton command={today.id as CommandId} look="primary" />
            </p>
            {lines.length === 0 ? null : (
              <>
                <p className="muted">Or in the terminal:</p>
                <pre className="code">{lines.join("\n")}</pre>
              </>
            )}
          </>
        )}
      </section>
    </>
  )
}
