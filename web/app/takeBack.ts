import { Effect } from "effect"
import type { ApiClient } from "#core/api/ApiClient.ts"
import type { Command, InputFields, InputOf } from "#core/commands/Command.ts"
import type { Topic } from "#core/live/LiveEvent.ts"
import { CallFailure } from "./CallFailure.ts"
import { call } from "./calls.ts"
import { rememberBatch, rememberChange } from "./changesMade.ts"
import { toast } from "./notices.ts"
import { refresh } from "./refresh.ts"

/** Whether the server refused because the item changed since. */
const isChangedSince = (error: unknown): boolean =>
  error instanceof CallFailure && error.problem?._tag.endsWith("ChangedMeanwhile") === true

/**
 * Registers the call that undoes a change. If the item changed again since, it stays as it is and a message says so.
 */
export const rememberBack = (
  title: string,
  touches: ReadonlyArray<Topic>,
  back: Effect.Effect<unknown, unknown, ApiClient>
): void =>
  rememberBatch(title, async () => {
    try {
      await call(back)
      toast("success", `Undone: ${title}.`)
    } catch (error) {
      if (!isChangedSince(error)) throw error
      toast("error", `Couldn't undo: ${title}.`, "It has changed since. Open it and change it back yourself.")
    } finally {
      refresh(touches)
    }
  })

/** Registers the undo of a command, if it has one: by its audit record, or by a call of its own. */
export const rememberDone = <F extends InputFields, A>(command: Command<F, A>, input: InputOf<F>, answer: A): void => {
  if (command.undo === undefined) return
  const done = command.done?.(answer, input)
  const title = done === undefined ? command.title : `'${done}'`
  if (command.back === undefined) return rememberChange(title, answer)
  const back = command.back(input, answer)
  if (back === null) return
  if (Effect.isEffect(back)) return rememberBack(title, command.touches, back)
  if (!("run" in command.does)) throw new TypeError(`${command.id} makes no call`)
  rememberBack(title, command.touches, command.does.run(back))
}
