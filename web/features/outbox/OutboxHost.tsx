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
        if (command !== undefined && typeof mailID !== "number") return center.fallback(command, given)
        void loadModule(() => import("./saveMailAttachment.ts")).then(
          (loaded) => loaded.saveMailAttachment(Number(mailID)),
          tellFailure
        )
      }
    }
  })
  return null
}
