import { center } from "#web/app/CommandCenter.ts"
import { tellFailure } from "#web/app/failures.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { loadForCall } from "#web/app/loadForCall.ts"

/** Saves a message's attachment anywhere. Without a message number the palette asks for one. */
export const OutboxHost = () => {
  useCommands({
    scope: "anywhere",
    handlers: {
      "outbox.file": (given) => {
        const mailID = given.input?.["mailID"]
        if (mailID === undefined) return center.passOn("outbox.file", given)
        void loadForCall(() => import("./saveMailAttachment.ts")).then(
          (loaded) => loaded.saveMailAttachment(mailID),
          tellFailure
        )
      }
    }
  })
  return null
}
