import type { RouteId } from "#core/navigation/routes.ts"
import type { Command, FieldHead, InputFields, InputOf } from "./Command.ts"
import type { EndpointRef } from "./endpoints.ts"
import * as lists from "./lists.ts"

type Lists = typeof lists

/** The subjects that help and an empty palette show first, in this order; the others follow by name. */
const first: ReadonlyArray<keyof Lists> = [
  "lockCommands",
  "lockChangeCommands",
  "lockUndoCommands",
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

/** Every command id. A link, recent command or remapped key with any other id does not compile. */
export type CommandId = Lists[keyof Lists][number]["id"]

type Inputs = { readonly [C in Lists[keyof Lists][number] as C["id"]]: C["input"] }

/** The input of a command by its id. Every field is optional: the interface asks for missing ones. */
export type InputById<Id extends CommandId> = Id extends CommandId ? Partial<InputOf<Inputs[Id]>> : never

/** Any command, regardless of its input and output types. Used by lists, help and palettes. */
export type AnyCommand = Omit<Command<InputFields>, "does"> & {
  readonly does: { readonly call?: EndpointRef; readonly goTo?: RouteId; readonly view?: true; readonly clicked?: true }
}

/**
 * The parts of a command that lists, keys and the palette need at startup: everything except what is needed to run it.
 * A whole command also fits this type.
 */
export type CommandHead = Omit<AnyCommand, "input" | "asks" | "back" | "done" | "terminal"> & {
  readonly input: Readonly<Record<string, FieldHead>>
  readonly terminal?: Pick<NonNullable<AnyCommand["terminal"]>, "path"> & { readonly examples?: ReadonlyArray<string> }
}

/** Every command, in the order shown by help and an empty palette. */
export const commands = Object.entries<ReadonlyArray<unknown>>(lists)
  .toSorted(([one], [other]) => placeOf(one) - placeOf(other))
  .flatMap(([, list]) => list) as ReadonlyArray<AnyCommand>

/** Finds a command by id. */
export const commandById = (id: string): AnyCommand | undefined => commands.find((command) => command.id === id)
