import type { Layer } from "#web/app/CommandCenter.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { reasonCommands } from "./reasonCommands.ts"
import { isSerial } from "./revealStage.ts"
import type { RevealTarget } from "./useReveal.ts"

interface RevealComingProps {
  readonly part: string
  readonly target: RevealTarget
  readonly onReason: (at: number) => void
  readonly onClose: () => void
}

/** Takes the keys of a dialog that was asked for before it was loaded: none of them reaches what lies behind. */
export const RevealComing = ({ part, target, onReason, onClose }: RevealComingProps) => {
  const asks = target.denied === null && isSerial(target.serialCode)
  const reasons = asks ? reasonCommands.map((command, at) => [command, () => onReason(at)]) : []
  useCommands({
    scope: "reveal",
    modal: true,
    part,
    handlers: { ...(Object.fromEntries(reasons) as Layer["handlers"]), "layer.close": onClose }
  })
  return null
}
