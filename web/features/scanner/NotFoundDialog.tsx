import { Link } from "@tanstack/react-router"
import { routeOf } from "#core/navigation/routes.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { Dialog } from "#web/ui/Dialog.tsx"
import type { NotFound } from "./useFound.ts"

/** Message for a code that leads nowhere. Scanning continues once it is closed. */
export const NotFoundDialog = ({
  notFound,
  onClose
}: {
  readonly notFound: NotFound
  readonly onClose: () => void
}) => {
  useCommands({ scope: "anywhere", modal: true, handlers: { "scan.goOn": onClose, "layer.close": onClose } })
  return (
    <Dialog title={notFound.text} onClose={onClose}>
      <p className="dialog-foot">
        {notFound.serialCode === null ? null : (
          <Link
            to={routeOf("locks.activate").path}
            search={{ serialCode: notFound.serialCode } as never}
            className="btn secondary"
            data-command="go.locks.activate"
          >
            Activate this lock
          </Link>
        )}
        <CommandButton command="scan.goOn" look="primary">
          OK
        </CommandButton>
      </p>
    </Dialog>
  )
}
