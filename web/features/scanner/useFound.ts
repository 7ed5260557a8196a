import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { accessRefusal } from "#core/auth/accessRules.ts"
import { readScanned } from "#core/locks/lockLinks.ts"
import { routeOf } from "#core/navigation/routes.ts"
import { tellFailure } from "#web/app/failures.ts"
import { lockBySerial } from "#web/app/lockQueries.ts"
import { scanLinks } from "#web/app/scanLinks.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { useLife } from "#web/app/useLife.ts"
import { lockList } from "#web/sync/LockList.ts"

/** Message for a code that leads nowhere; `serialCode` if it names a lock that could be activated. */
export interface NotFound {
  readonly text: string
  readonly serialCode: string | null
}

/** Handles a detected code (001 §4). */
export const useFound = () => {
  const user = useSignedInUser()
  const navigate = useNavigate()
  const [notFound, setNotFound] = useState<NotFound | null>(null)

  const life = useLife()
  const lock = async (serialCode: string): Promise<boolean> => {
    try {
      const found = lockList.bySerial(serialCode) ?? (await lockBySerial(serialCode, life.current.signal))
      if (found !== null) {
        await navigate({ to: routeOf("locks.detail").path.replace("{lockID}", String(found.lockID)) })
        return true
      }
      const may = accessRefusal(user, routeOf("locks.activate").access) === null && /^\d{8}$/.test(serialCode)
      setNotFound({
        text: `Lock not found with serial code: ${serialCode}`,
        serialCode: may ? serialCode : null
      })
    } catch (error) {
      tellFailure(error)
    }
    return false
  }

  /** Follows a detected text. Resolves to false if it leads nowhere, after showing a message. */
  const follow = async (text: string): Promise<boolean> => {
    const scanned = readScanned(text, scanLinks)
    switch (scanned.kind) {
      case "lock":
        if (scanned.serialCode !== null) return lock(scanned.serialCode)
        setNotFound({ text: "Lock not found", serialCode: null })
        return false
      case "product": {
        const { origin, pathname, search, hash } = new URL(scanned.address)
        if (origin === location.origin) await navigate({ href: `${pathname}${search}${hash}` })
        else location.assign(scanned.address)
        return true
      }
      case "other":
        setNotFound({ text: "QR code not supported.", serialCode: null })
        return false
    }
  }
  return { notFound, follow, dismiss: () => setNotFound(null) } as const
}
