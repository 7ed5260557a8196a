import { useEffect, useState } from "react"
import { flushSync } from "react-dom"
import { useHotkeys } from "react-hotkeys-hook"
import { dialogPart } from "#web/ui/frontPart.ts"
import { toast } from "#web/app/notices.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { useLoadedLater } from "#web/app/useLoadedLater.ts"
import { keyboard } from "#web/keyboard/Keyboard.ts"
import { changeKeySettings, keySettings } from "#web/keyboard/keymap.ts"

const CheatSheet = dialogPart(() => import("./CheatSheet.tsx"), "CheatSheet")

/** Listens for keys, and opens the cheat sheet. */
export const KeyboardHost = () => {
  const [sheet, setSheet] = useState<{ readonly recording: string | null } | null>(null)
  useLoadedLater(CheatSheet)
  // A single capturing listener, so it runs before the rest of the page. `Keyboard` decides which keys count.
  useHotkeys("*", keyboard.press, {
    enableOnFormTags: true,
    enableOnContentEditable: true,
    eventListenerOptions: { capture: true }
  })
  useEffect(() => {
    addEventListener("pointerdown", keyboard.interrupt, { capture: true })
    addEventListener("keydown", keyboard.leaveField)
    return () => {
      removeEventListener("pointerdown", keyboard.interrupt, { capture: true })
      removeEventListener("keydown", keyboard.leaveField)
    }
  }, [])
  useCommands({
    scope: "anywhere",
    handlers: {
      "keys.show": () => setSheet({ recording: null }),
      "keys.remap": ({ input }) => setSheet({ recording: input?.id ?? null }),
      "keys.resetAll": () => {
        changeKeySettings({ ...keySettings(), remapped: {} })
        toast("success", "All shortcuts reset.")
      },
      "keys.letters": () => {
        const settings = keySettings()
        changeKeySettings({ ...settings, letters: !settings.letters })
        toast("success", settings.letters ? "Single-letter keys are off." : "Single-letter keys are on.")
      }
    }
  })
  return sheet === null ? null : (
    <CheatSheet recording={sheet.recording} onClose={() => flushSync(() => setSheet(null))} />
  )
}
