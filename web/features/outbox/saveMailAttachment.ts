import { saveMailFile } from "#core/commands/outboxCommands.ts"
import { contentTypeOf } from "#core/exports/exportFormats.ts"
import type { MailId } from "#core/mail/Mail.ts"
import { tellFailure } from "#web/app/failures.ts"
import { toast } from "#web/app/notices.ts"
import { run } from "#web/app/run.ts"
import { saveFile } from "#web/app/saveFile.ts"

/** Downloads the attachment of a message and saves it under its own name. */
export const saveMailAttachment = async (mailID: MailId): Promise<void> => {
  try {
    const { name, bytes } = await run(saveMailFile, { mailID })
    saveFile(name, [bytes], contentTypeOf(name))
    toast("success", `The attachment of message ${mailID} is saved.`, name)
  } catch (error) {
    tellFailure(error)
  }
}
