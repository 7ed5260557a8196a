import { auditCommands } from "./auditCommands.ts"
import type { RouteId } from "#core/navigation/routes.ts"
import type { Command, InputFields } from "./Command.ts"
import type { EndpointRef } from "./endpoints.ts"
import { activationCommands } from "./activationCommands.ts"
import { automationCommands } from "./automationCommands.ts"
import { companyCommands } from "./companyCommands.ts"
import { driftCommands } from "./driftCommands.ts"
import { fmsCommands } from "./fmsCommands.ts"
import { importCommands } from "./importCommands.ts"
import { importScreenCommands } from "./importScreenCommands.ts"
import { inventoryCommands } from "./inventoryCommands.ts"
import { jobCommands } from "./jobCommands.ts"
import { lockChangeCommands } from "./lockChangeCommands.ts"
import { returnCommands } from "./returnCommands.ts"
import { facilityCommands } from "./facilityCommands.ts"
import { facilityFormCommands } from "./facilityFormCommands.ts"
import { goCommands } from "./goCommands.ts"
import { lockCommands } from "./lockCommands.ts"
import { noticeCommands } from "./noticeCommands.ts"
import { outboxCommands } from "./outboxCommands.ts"
import { placeCommands } from "./placeCommands.ts"
import { registryCommands } from "./registryCommands.ts"
import { supportCommands } from "./supportCommands.ts"
import { sessionCommands } from "./sessionCommands.ts"
import { lockFormCommands } from "./lockFormCommands.ts"
import { transferCommands } from "./transferCommands.ts"
import { unitCommands } from "./unitCommands.ts"
import { viewCommands } from "./viewCommands.ts"

const all = [
  ...lockCommands,
  ...lockChangeCommands,
  ...activationCommands,
  ...inventoryCommands,
  ...returnCommands,
  ...jobCommands,
  ...registryCommands,
  ...auditCommands,
  ...outboxCommands,
  ...noticeCommands,
  ...placeCommands,
  ...facilityCommands,
  ...importCommands,
  ...transferCommands,
  ...unitCommands,
  ...supportCommands,
  ...fmsCommands,
  ...driftCommands,
  ...automationCommands,
  ...sessionCommands,
  ...companyCommands,
  ...goCommands,
  ...viewCommands,
  ...lockFormCommands,
  ...facilityFormCommands,
  ...importScreenCommands
] as const

/** Every id there is; a link, a recent or a remapped key that names another does not compile. */
export type CommandId = (typeof all)[number]["id"]

/** Any command, its inputs and output aside: what lists, helps and palettes read. */
export type AnyCommand = Omit<Command<InputFields>, "does"> & {
  readonly does: { readonly call?: EndpointRef; readonly goTo?: RouteId; readonly view?: true; readonly clicked?: true }
}

/** Every command, in the order in which help and an empty palette show them. */
export const commands: ReadonlyArray<AnyCommand> = all as ReadonlyArray<unknown> as ReadonlyArray<AnyCommand>

/** The command of an id. */
export const commandById = (id: string): AnyCommand | undefined => commands.find((command) => command.id === id)
