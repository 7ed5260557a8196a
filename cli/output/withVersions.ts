import { version } from "#core/base/version.ts"
import { Failure } from "./Failure.ts"

/** What servers and terminals of different versions cause: commands, values and responses that only one of them knows. */
const errors: Readonly<Record<string, string | null>> = {
  NoSuchCall: "The server doesn't know this command.",
  MethodNotAllowed: "The server doesn't know this command.",
  NotLockdesk: "The server sent a response that this lockdesk doesn't understand.",
  Malformed: null
}

/** Names both versions in such a failure if they differ. `server` is null if it isn't known: a proxy may remove the header. */
export const withVersions = (failure: Failure, server: string | null): Failure => {
  const { facts } = failure
  const error = errors[facts.code]
  // Without a version, only a known failure proves that this is a Lockdesk server.
  if (error === undefined || server === version || (server === null && facts.code === "NotLockdesk")) return failure
  const runs = server === null ? "The server's version isn't known" : `The server runs Lockdesk ${server}`
  const unknown = error === null ? facts.next : `Check that the server runs ${version}, too.`
  return new Failure({
    ...facts,
    message: `${error ?? facts.message} ${runs}, and this is ${version}.`,
    next: server === null ? unknown : `Use lockdesk ${server} with this server, or update the older one.`
  })
}
