import "./WaitingKeys.css"
import { useSyncExternalStore } from "react"
import { headById } from "#core/commands/headById.ts"
import { keyboard } from "#web/keyboard/Keyboard.ts"
import { Kbd } from "#web/ui/Kbd.tsx"

/** A pending key sequence and its possible completions. */
export const WaitingKeys = () => {
  const waiting = useSyncExternalStore(keyboard.subscribe, keyboard.waiting)
  return (
    <div className={waiting === null ? "hidden" : "waiting-keys"} role="status">
      {waiting === null ? null : (
        <>
          <span className="waiting-typed">
            <Kbd keys={waiting.keys} />
            <span className="hidden">{waiting.keys}, then:</span>
          </span>
          <ul>
            {waiting.commands.map(({ id, keys }) => (
              <li key={id}>
                <Kbd
                  keys={keys.find((each) => each.startsWith(`${waiting.keys} `))?.slice(waiting.keys.length + 1) ?? ""}
                />
                {headById(id)?.title.replace(/^Go to /, "")}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
