import { Context, Effect, Option } from "effect"
import type { Annotated } from "./Access.ts"

/**
 * Whether what is under way is a dry run. A client that makes a call in one sends `?dryRun=true` with it; the server then
 * answers what the call would have answered, and nothing is changed.
 */
export const DryRun = Context.Reference<boolean>("lockdesk/auth/DryRun", { defaultValue: () => false })

/** Makes the calls of an effect as dry runs. */
export const asDryRun = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.provideService(effect, DryRun, true)

/**
 * How a call that changes something does a dry run. `whole`: in one transaction around its handler, which is rolled back.
 * `parts`: each of its own transactions is rolled back, because the handler talks to other machines in between, or reads
 * its body in pieces; no transaction may wait for those. `none`: it has no dry run, and refuses to be asked for one.
 */
export type DryRunMode = "whole" | "parts" | "none"

/** The annotation by which an endpoint says so; without it a dry run is `whole`. */
export class DeclaredDryRun extends Context.Service<DeclaredDryRun, DryRunMode>()("lockdesk/auth/DeclaredDryRun") {}

/** How a call does a dry run. */
export const dryRunMode = (endpoint: Annotated): DryRunMode =>
  Option.getOrElse(
    Context.getOption(endpoint.annotations as Context.Context<DeclaredDryRun>, DeclaredDryRun),
    () => "whole" as const
  )
