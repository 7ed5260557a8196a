import { useLocation } from "@tanstack/react-router"
import { useEffect, useState } from "react"
import { routeOf } from "#core/navigation/routes.ts"
import { dialogPart } from "#web/ui/frontPart.ts"
import { toast } from "#web/app/notices.ts"
import { useCommands } from "#web/app/useCommands.ts"

const ScanSession = dialogPart(() => import("./ScanSession.tsx"), "ScanSession")

/** Carries out `scan.start` from anywhere: the camera over the screen that somebody is on. */
export const ScanHost = () => {
  const [scanning, setScanning] = useState(false)
  const path = useLocation({ select: ({ pathname }) => pathname })
  // The screen of the scanner does it itself, and says there why it cannot.
  const here = path === routeOf("locks.scan").path
  useCommands({ scope: "anywhere", handlers: here ? {} : { "scan.start": () => setScanning(true) } })
  // It is over with the screen it was opened on.
  useEffect(() => () => setScanning(false), [path])
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
