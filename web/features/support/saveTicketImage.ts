import { mustBeIdIn } from "#core/base/ids.ts"
import { readTicketImage } from "#core/commands/supportCommands.ts"
import { TicketId } from "#core/support/ticketIds.ts"
import { imageName, imageTypeOf } from "#core/support/ticketRules.ts"
import { tellFailure } from "#web/app/failures.ts"
import { toast } from "#web/app/notices.ts"
import { run } from "#web/app/run.ts"
import { saveFile } from "#web/app/saveFile.ts"

/** Downloads an image of a ticket and saves it as a file. */
export const saveTicketImage = async (given: Readonly<Record<string, unknown>>): Promise<void> => {
  const ticketID = mustBeIdIn(TicketId, String(given["ticketID"]))
  const image = Number(given["image"])
  try {
    const bytes = await run(readTicketImage, { ticketID, image })
    const type = imageTypeOf(bytes.subarray(0, 8)) ?? "application/octet-stream"
    const name = imageName(ticketID, image, type)
    saveFile(name, [bytes], type)
    toast("success", `Image ${image} of ticket ${ticketID} is saved.`, name)
  } catch (error) {
    tellFailure(error)
  }
}
