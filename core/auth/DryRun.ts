import { Context, Effect, Option } from "effect"
import type { Annotated } from "./Access.ts"

/**
 * Whether the current work is a dry run. The client then adds `?dryRun=true` to each call, and the server returns the
 * usual response without changing anything.
 */
export const DryRun = Context.Reference<boolean>("lockdesk/auth/DryRun", { defaultValue: () => false })

/** Runs an effect with all its calls as dry runs. */
export const asDryRun = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.provideService(effect, DryRun, true)

/**
 * How a call that changes something performs a dry run. `whole`: one transaction around the handler, rolled back at the
 * end. `parts`: each of the handler's own transactions is rolled back, because the handler talks to other machines in
 * between or streams its body, and no transaction may stay open that long. `none`: dry runs are not supported and are
 * refused.
 */
export type DryRunMode = "whole" | "parts" | "none"

/** The annotation that sets an endpoint's dry-run mode; the default is `whole`. */
export class DeclaredDryRun extends Context.Service<DeclaredDryRun, DryRunMode>()("lockdesk/auth/DeclaredDryRun") {}

/** The dry-run mode of a call. */
export const dryRunMode = (endpoint: Annotated): DryRunMode =>
  Option.getOrElse(
    Context.getOption(endpoint.annotations as Context.Context<DeclaredDryRun>, DeclaredDryRun),
    () => "whole" as const
  )
