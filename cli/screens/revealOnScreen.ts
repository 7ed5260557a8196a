import type { Terminal } from "#cli/output/Terminal.ts"
import { drawScreen, type ScreenEnd } from "./drawScreen.ts"
import { prepareScreens } from "./loadScreens.ts"
import type { RevealEnd, RevealProps } from "./Reveal.tsx"

/** Reveals a combination on its own screen. Rejects with the server's error. */
export const revealOnScreen = async (
  terminal: Terminal,
  props: Pick<RevealProps, "serialCode" | "reason" | "reveal">,
  signal: AbortSignal
): Promise<ScreenEnd<RevealEnd>> =>
  drawScreen<RevealEnd>(
    terminal.streams,
    async () => {
      await prepareScreens()
      const { revealScreen } = await import("./Reveal.tsx")
      return ({ end, fail }) => revealScreen({ ...props, onEnd: (how) => end(how), onFailure: fail })
    },
    signal
  )
