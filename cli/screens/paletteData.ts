import { Clock, Effect, type Context, Layer } from "effect"
import type { ApiClient } from "#core/api/ApiClient.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { CompanyId, LockId } from "#core/base/ids.ts"
import type { Picks } from "#core/commands/Command.ts"
import { findLocks, revealLock, showLock } from "#core/commands/lockCommands.ts"
import { listFacilities } from "#core/commands/placeCommands.ts"
import type { FacilityName } from "#core/commands/unknownFacility.ts"
import { signIn } from "#core/commands/sessionCommands.ts"
import type { ShownLock } from "#core/locks/Lock.ts"
import { LockNotFound } from "#core/locks/LockErrors.ts"
import type { RevealedLock } from "#core/locks/LocksApi.ts"
import { specifiedClient } from "#core/api/calls/specifiedClient.ts"
import { companyOfTarget } from "#cli/input/companyInput.ts"
import { reasonOf } from "#cli/input/reasonInput.ts"
import { orItsCompany } from "#cli/input/orItsCompany.ts"
import { runOf } from "#core/commands/runOf.ts"
import { currentUser } from "#cli/session.ts"
import { type Target, tokenFor } from "#cli/local/connection.ts"
import type { Environment } from "#cli/local/environment.ts"
import { nodeHttpLayer } from "#cli/local/nodeHttp.ts"
import { type RecentLock, type Recents, readRecents, rememberUse } from "#cli/local/Recents.ts"
import { keepToken } from "#cli/local/Tokens.ts"
import { runCommand } from "#cli/run.ts"
import type { CommandSpec } from "#cli/specs/CommandSpec.ts"
import type { GlobalValues } from "#cli/specs/globalOptions.ts"
import { capturedStreams } from "#cli/output/capturedStreams.ts"
import type { Failure } from "#cli/output/Failure.ts"
import type { Question } from "#cli/output/Question.ts"
import type { ChosenCommand } from "./ChosenCommand.ts"
import type { PickName } from "#cli/input/PickName.ts"
import { pickNames } from "#cli/input/pickNames.ts"

/** The output of a command run from the palette, and its failure. */
export interface Outcome {
  readonly text: string
  readonly failure: Failure | null
}

/** A running command's question, with its output since the last one. */
export interface Asked {
  readonly messages: string
  readonly question: Question
}

/** A command as the palette runs it. */
export interface PaletteRun extends ChosenCommand {
  /** The maximum width of its tables. */
  readonly columns: number
  /** Rejects to end the command. */
  readonly ask: (asked: Asked) => Promise<string>
}

/** The palette's access to the outside. Each function rejects with the error of the server or the machine. */
export interface PaletteData {
  readonly specs: ReadonlyArray<CommandSpec>
  readonly host: string
  readonly user: () => Promise<LoggedInUser>
  readonly signIn: (email: string, password: string) => Promise<LoggedInUser>
  readonly findLocks: (text: string) => Promise<ReadonlyArray<ShownLock>>
  readonly showLock: (lockID: LockId) => Promise<ShownLock>
  /** The lock with this serial code. If another company has it, the error says which. */
  readonly lockWithSerial: (serialCode: string) => Promise<ShownLock>
  readonly reveal: (serialCode: string, reason: string) => Promise<typeof RevealedLock.Type>
  readonly facilities: () => Promise<ReadonlyArray<FacilityName>>
  /** The possible names of an input; empty if it is not chosen from a list. */
  readonly namesFor: (picks: Picks | null, activeOnly?: boolean) => Promise<ReadonlyArray<PickName>>
  readonly run: (run: PaletteRun) => Promise<Outcome>
  readonly recents: () => Recents
  readonly remember: (used: string | RecentLock) => Recents
  readonly now: () => number
}

/** The number of rows requested from the server. */
const asked = 20

const lockWithSerial = Effect.fnUntraced(function* (serialCode: string) {
  const { data } = yield* runOf(findLocks)({ text: serialCode, limit: asked })
  const found = data.find((lock) => lock.serialCode === serialCode)
  return found === undefined ? yield* new LockNotFound() : yield* runOf(showLock)({ lockID: found.lockID })
})

/** The palette's data from a server. `opened` are the flags that chose its target: its commands get them, too. */
export const paletteData = async (
  specs: ReadonlyArray<CommandSpec>,
  environment: Environment,
  target: Target,
  opened: GlobalValues,
  signal: AbortSignal
): Promise<PaletteData> => {
  const token = () => {
    const source = tokenFor(target, environment)
    return source.from === "nowhere" ? null : source.token
  }
  let companyID: CompanyId | null = null
  const layer = specifiedClient({ host: target.host, token, companyID: () => companyID }).pipe(
    Layer.provide(nodeHttpLayer)
  )
  const context: Context.Context<ApiClient> = await Effect.runPromise(Effect.scoped(Layer.build(layer)))
  const ask = <A>(effect: Effect.Effect<A, unknown, ApiClient>) => Effect.runPromiseWith(context)(effect)
  /** Acts for the profile's company, if it has one and a user is signed in. */
  const choose = async (): Promise<void> => {
    if (companyID === null && token() !== null) companyID = (await ask(companyOfTarget(target)))?.companyID ?? null
  }
  const facilities = async () => (await ask(runOf(listFacilities)({}))).data
  const now = () => Effect.runSync(Clock.currentTimeMillis)
  // Recents are kept per company.
  const recentsOf = target.company === null ? target.profile : `${target.profile} ${target.company}`
  return {
    specs,
    host: target.host,
    now,
    user: async () => {
      await choose()
      return ask(currentUser)
    },
    signIn: async (email, password) => {
      const { data } = await ask(runOf(signIn)({ email, password, client: "terminal" }))
      keepToken(environment.folder, target.profile, { host: target.host, email: data.user.email, token: data.token })
      await choose()
      return companyID === null ? data.user : ask(currentUser)
    },
    findLocks: async (text) => (await ask(runOf(findLocks)({ text, limit: asked }))).data,
    showLock: async (lockID) => (await ask(runOf(showLock)({ lockID }))).data,
    lockWithSerial: async (serialCode) => (await ask(orItsCompany(serialCode, lockWithSerial(serialCode)))).data,
    reveal: async (serialCode, reason) =>
      (await ask(orItsCompany(serialCode, runOf(revealLock)({ serialCode, reason: reasonOf(reason) })))).data,
    facilities,
    namesFor: (picks, activeOnly = false) => ask(pickNames(picks, activeOnly)),
    run: async ({ spec, given, flags, columns, ask: askPerson }) => {
      const captured = capturedStreams(columns)
      const global = Object.fromEntries(
        spec.inputs.flatMap(({ key, name, place }) => (place === "global" && key in given ? [[name, given[key]]] : []))
      )
      const asker = (question: Question) => askPerson({ messages: captured.take(), question })
      const parsed = { kind: "run", spec, given, flags: { ...opened, ...flags, ...global } } as const
      const { failure } = await runCommand(parsed, captured.streams, signal, environment, asker)
      return { text: captured.take(), failure }
    },
    recents: () => readRecents(environment.folder, recentsOf),
    remember: (used) => rememberUse(environment.folder, recentsOf, used, now())
  }
}
