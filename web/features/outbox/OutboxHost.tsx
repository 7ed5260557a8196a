import { center } from "#web/app/CommandCenter.ts"
import { commandBook } from "#web/app/commandBook.ts"
import { tellFailure } from "#web/app/failures.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { loadModule } from "#web/app/loadModule.ts"

/** Saves a message's attachment anywhere. Without a message number the palette asks for one. */
export const OutboxHost = () => {
  useCommands({
    scope: "anywhere",
    handlers: {
      "outbox.file": (given) => {
        const mailID = given.input?.["mailID"]
        const command = commandBook().byId("outbox.file")
        if (mailID === undefined) {
          if (command !== undefined) center.fallback(command, given)
          return
        }
        void loadModule(() => import("./saveMailAttachment.ts")).then(
          (loaded) => loaded.saveMailAttachment(mailID),
          tellFailure
        )
      }
    }
  })
  return null
}
