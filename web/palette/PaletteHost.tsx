import { useRouter } from "@tanstack/react-router"
import { useEffect, useRef, useState } from "react"
import { createPortal, flushSync } from "react-dom"
import type { CommandHead } from "#core/commands/registry.ts"
import { countOf } from "#core/base/countOf.ts"
import { type AnyGiven, center, type SelectedLocks } from "#web/app/CommandCenter.ts"
import { toast } from "#web/app/notices.ts"
import { useUser } from "#web/app/Session.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { lockList } from "#web/sync/LockList.ts"
import { destinationOf, hrefOf } from "./destinations.ts"
import { takesFile } from "./offered.ts"
import { handledNow } from "./PaletteSources.ts"
import { Palette } from "./Palette.tsx"
import type { AboutLock, Frame, Opening } from "./pages.ts"
import { nextOfSeveral, nextPage } from "./pages.ts"
import { inputOfLock } from "./readField.ts"
import { runChange } from "./runCommand.ts"
import { watchFocus, type FocusWatch } from "./watchFocus.ts"
import { warmUp } from "./warmUp.ts"

interface Open {
  readonly opening: Opening
  readonly selected: AboutLock | null
  readonly several: SelectedLocks
  /** Key of the palette, so that each opening starts fresh. */
  readonly id: number
}

const fresh: Opening = { text: "", select: false, draft: null, command: null, failed: null }

let last = 0

/** Reloads the locks and shows the result. */
const pullLocks = async (): Promise<void> => {
  await lockList.pull()
  const { failure, size } = lockList.state()
  if (failure === null) toast("success", `The list of locks is loaded: ${countOf(size, "lock")}.`)
  else toast("error", failure.error, failure.next)
}

/**
 * Renders the palette, and runs commands that no part of the screen handles: it opens their route, or asks for
 * missing input, runs them and shows the result.
 */
export const PaletteHost = () => {
  const user = useUser()
  const router = useRouter()
  const [open, setOpen] = useState<Open | null>(null)
  const draft = useRef<ReadonlyArray<Frame> | null>(null)
  const focus = useRef<FocusWatch>(null)
  useEffect(() => {
    const watch = watchFocus()
    focus.current = watch
    return watch.stop
  }, [])

  useEffect(() => (user === null ? undefined : warmUp(user)), [user])

  /** Opens synchronously, so that the next key goes into the input. */
  const show = (opening: Opening): void => {
    const selected = center.lock
    const { several } = center
    flushSync(() => setOpen({ opening, selected, several, id: ++last }))
    draft.current = null
  }
  const leave = (kept: ReadonlyArray<Frame> | null): void => {
    draft.current = kept
    flushSync(() => setOpen(null))
    focus.current?.giveBack()
  }

  useCommands({
    scope: "anywhere",
    handlers: {
      "palette.open": ({ input }) => {
        const typed = input?.typed
        if (typed !== undefined) show({ ...fresh, text: typed })
        else show({ ...fresh, draft: draft.current, select: draft.current?.length === 1 })
      },
      "locks.pull": () => void pullLocks()
    }
  })

  useEffect(() => {
    const carryOut = (command: CommandHead, given: AnyGiven): void => {
      const lock = given.lock ?? (command.subject === "lock" ? center.lock : null)
      const input: AnyGiven["input"] & object = { ...(lock === null ? {} : inputOfLock(command, lock)), ...given.input }
      const destination = destinationOf(command, input)
      if (destination !== null) return void router.navigate({ href: hrefOf(destination) })
      if (command.id === "locks.find") return show({ ...fresh, text: `# ${String(input.text ?? "")}` })
      if (command.does.call === undefined || command.does.view === true || command.risk === "reveals") {
        return toast("info", `${command.title}: not available on this screen.`)
      }
      if (takesFile(command, handledNow)) {
        return toast(
          "info",
          `${command.title}: this needs a file. Run it in the terminal.`,
          command.terminal?.examples?.[0]
        )
      }
      if (nextPage(command, input, false) === null && command.risk !== "reads") return void runChange(command, input)
      show({ ...fresh, command: { command, input } })
    }
    center.fallback = carryOut
    center.onSeveral = (command, several, input) => {
      if (nextOfSeveral(command, input) === null) center.changeSeveral(command, several, input)
      else show({ ...fresh, command: { command, input } })
    }
    center.onRefused = (command, { words }, byKey) => {
      // The input typed next must not run other commands.
      const asks = byKey && command.risk !== "reveals" && nextOfSeveral(command, {}) !== null
      if (asks) show({ ...fresh, failed: { kind: "failed", command, words } })
      else toast("warning", `${command.title}: ${words.error}`, words.next)
    }
    return () => {
      if (center.fallback === carryOut) center.fallback = () => undefined
    }
  }, [router])

  if (open === null || user === null) return null
  return createPortal(<Palette key={open.id} user={user} {...open} onLeave={leave} />, document.body)
}
