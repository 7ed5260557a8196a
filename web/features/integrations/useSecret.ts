import { useEffect, useLayoutEffect, useState } from "react"
import type { ApiKey } from "#core/apikeys/ApiKey.ts"
import { rotateSeenApiKey, showApiKey } from "#core/commands/apiKeyCommands.ts"
import { CallFailure } from "#web/app/CallFailure.ts"
import { call } from "#web/app/calls.ts"
import { copyText } from "#web/app/copyText.ts"
import { tellFailure } from "#web/app/failures.ts"
import { toast } from "#web/app/notices.ts"
import { refresh } from "#web/app/refresh.ts"
import { run } from "#web/app/run.ts"
import { currentOfKey, freshKey } from "./freshOf.ts"
import {
  askToShow,
  dropFreshSecret,
  type FreshSecret,
  keepFreshSecret,
  rotateOnce,
  stillRotating,
  useFreshSecrets
} from "./freshSecret.ts"

type Action = "show" | "copy"

/** Toast after copying a key or a secret (002 §8). */
export const copied = "Copied to clipboard"

/** State of a key's secret: masked, shown, or waiting for a password. */
export interface SecretState {
  /** In plain text; null while masked. */
  readonly shown: string | null
  /** The secret before a rotation, while it still works. */
  readonly old: string | null
  readonly asksPassword: boolean
  /** A rotation is in progress. */
  readonly rotating: boolean
  readonly show: () => void
  readonly hide: () => void
  readonly copy: () => void
  readonly rotate: () => Promise<void>
  readonly afterPassword: () => void
  readonly closePassword: () => void
}

/** Holds the secret of a key while its screen is open. It is fetched only on request, and each fetch is audited. */
export const useSecret = (apiKey: ApiKey): SecretState => {
  const { id } = apiKey
  const owner = `apiKey ${id}` as const
  const { secrets, rotating, asked } = useFreshSecrets()
  const fresh = secrets.get(owner) ?? null
  const [kept, setKept] = useState<FreshSecret | null>(fresh)
  const [masked, setMasked] = useState(false)
  const [waiting, setWaiting] = useState<Action | null>(null)
  // After someone else rotates it, mask it again; showing it fetches the new one.
  const known = currentOfKey(apiKey, kept)
  // Show a secret just created here or by the palette at once, and move it into this screen's state.
  useLayoutEffect(() => {
    if (fresh === null) return
    setKept(fresh)
    setMasked(false)
    dropFreshSecret(owner)
  }, [fresh, owner])
  useEffect(() => {
    if (asked === null) return
    // Clear it even if it names another key, so that the request doesn't come up later.
    askToShow(null)
    if (asked === owner) setWaiting("show")
  }, [asked, owner])

  const load = async (action: Action): Promise<string> => {
    const { data } = await run(showApiKey, { id })
    setKept(freshKey(data))
    setMasked(action === "copy")
    return data.secret
  }
  const want = async (action: Action): Promise<void> => {
    if (known !== null && action === "show") return setMasked(false)
    const secret = known === null ? load(action) : known.secret
    // What can't be copied is shown, so that it can be copied by hand.
    if (action === "copy") void copyText(secret, copied).then((isCopied) => (isCopied ? undefined : setMasked(false)))
    try {
      await secret
    } catch (failure) {
      if (failure instanceof CallFailure && failure.problem?._tag === "PasswordNotShown") setWaiting(action)
      else tellFailure(failure)
    }
  }
  const rotate = async (): Promise<void> => {
    try {
      const done = await rotateOnce(owner, async () => {
        const { data } = await call(rotateSeenApiKey(apiKey))
        // Keep it in the shared store, because the user may have left this screen by now.
        keepFreshSecret(owner, freshKey(data))
      })
      toast(done ? "success" : "info", done ? "The key has a new secret" : stillRotating)
    } catch (failure) {
      tellFailure(failure)
    }
    refresh(["integrations", "audit"])
  }
  return {
    shown: masked ? null : (known?.secret ?? null),
    old: masked ? null : (known?.old ?? null),
    asksPassword: waiting !== null,
    rotating: rotating.has(owner),
    show: () => void want("show"),
    hide: () => setMasked(true),
    copy: () => void want("copy"),
    rotate,
    afterPassword: () => {
      setWaiting(null)
      if (waiting !== null) void want(waiting)
    },
    closePassword: () => setWaiting(null)
  }
}
