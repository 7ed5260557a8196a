import type { RouteId } from "#core/navigation/routes.ts"
import type { Command, FieldHead, InputFields, InputOf } from "./Command.ts"
import type { EndpointRef } from "./endpoints.ts"
import * as lists from "./lists.ts"

type Lists = typeof lists

/** What help and an empty palette show first, in this order; the commands of every other subject follow, by its name. */
const first: ReadonlyArray<keyof Lists> = [
  "lockCommands",
  "lockChangeCommands",
  "activationCommands",
  "inventoryCommands",
  "returnCommands",
  "jobCommands",
  "registryCommands",
  "auditCommands",
  "undoCommands",
  "outboxCommands",
  "noticeCommands",
  "placeCommands",
  "facilityCommands",
  "importCommands",
  "transferCommands",
  "unitCommands",
  "supportCommands",
  "fmsCommands",
  "driftCommands",
  "automationCommands",
  "sessionCommands",
  "companyCommands",
  "companyAccountCommands",
  "goCommands",
  "viewCommands",
  "lockFormCommands",
  "facilityFormCommands",
  "importScreenCommands"
]

const placeOf = (name: string): number => {
  const place = first.findIndex((each) => each === name)
  return place === -1 ? first.length : place
}

/** Every id there is; a link, a recent or a remapped key that names another does not compile. */
export type CommandId = Lists[keyof Lists][number]["id"]

type Inputs = { readonly [C in Lists[keyof Lists][number] as C["id"]]: C["input"] }

/** What a command may be given by its id. Any of it may be missing: who carries the command out asks for that. */
export type InputById<Id extends CommandId> = Id extends CommandId ? Partial<InputOf<Inputs[Id]>> : never

/** Any command, its inputs and output aside: what lists, helps and palettes read. */
export type AnyCommand = Omit<Command<InputFields>, "does"> & {
  readonly does: { readonly call?: EndpointRef; readonly goTo?: RouteId; readonly view?: true; readonly clicked?: true }
}

/**
 * What of a command lists, keys and the palette need at once: everything but what only running it needs. A whole command is
 * one, too.
 */
export type CommandHead = Omit<AnyCommand, "input" | "asks" | "back" | "done" | "terminal"> & {
  readonly input: Readonly<Record<string, FieldHead>>
  readonly terminal?: Pick<NonNullable<AnyCommand["terminal"]>, "path"> & { readonly examples?: ReadonlyArray<string> }
}

/** Every command, in the order in which help and an empty palette show them. */
export const commands = Object.entries<ReadonlyArray<unknown>>(lists)
  .toSorted(([one], [other]) => placeOf(one) - placeOf(other))
  .flatMap(([, list]) => list) as ReadonlyArray<AnyCommand>

/** The command of an id. */
export const commandById = (id: string): AnyCommand | undefined => commands.find((command) => command.id === id)
