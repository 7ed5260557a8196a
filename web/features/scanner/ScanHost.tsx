import { useLocation } from "@tanstack/react-router"
import { useState } from "react"
import { routeOf } from "#core/navigation/routes.ts"
import { dialogPart } from "#web/ui/frontPart.ts"
import { toast } from "#web/app/notices.ts"
import { useCommands } from "#web/app/useCommands.ts"

const ScanSession = dialogPart(() => import("./ScanSession.tsx"), "ScanSession")

/** Handles `scan.start` anywhere by opening the camera over the current screen. */
export const ScanHost = () => {
  const [scanning, setScanning] = useState(false)
  const path = useLocation({ select: ({ pathname }) => pathname })
  // The scanner's own screen handles the command itself and shows camera errors there.
  const here = path === routeOf("locks.scan").path
  useCommands({ scope: "anywhere", handlers: here ? {} : { "scan.start": () => setScanning(true) } })
  if (!scanning) return null
  return (
    <ScanSession
      onClose={() => setScanning(false)}
      onRefused={({ error, next }) => {
        setScanning(false)
        toast("error", error, next)
      }}
    />
  )
}
