import { useState } from "react"
import type { ApiKey } from "#core/apikeys/ApiKey.ts"
import { rotateApiKey, showApiKey } from "#core/commands/apiKeyCommands.ts"
import { CallFailure } from "#web/app/CallFailure.ts"
import { copyText } from "#web/app/copyText.ts"
import { tellFailure } from "#web/app/failures.ts"
import { toast } from "#web/app/notices.ts"
import { run } from "#web/app/run.ts"
import { takeFreshSecret } from "./freshSecret.ts"

type Wish = "show" | "copy"

/** What is said once a key or a secret is on the clipboard (002 §8). */
export const copied = "Copied to clipboard"

/** The secret of a key: masked, shown, or waiting for a password. */
export interface SecretState {
  /** In clear; null while it is masked. */
  readonly shown: string | null
  /** The secret before a rotation, while it still works. */
  readonly old: string | null
  readonly asksPassword: boolean
  readonly show: () => void
  readonly hide: () => void
  readonly copy: () => void
  readonly rotate: () => Promise<void>
  readonly afterPassword: () => void
  readonly closePassword: () => void
}

/** Holds the secret of a key while its screen is open. It is fetched when somebody asks for it, each time on record. */
export const useSecret = ({ id }: Pick<ApiKey, "id">): SecretState => {
  const [known, setKnown] = useState<{ readonly secret: string; readonly old: string | null } | null>(() => {
    const secret = takeFreshSecret(id)
    return secret === null ? null : { secret, old: null }
  })
  const [masked, setMasked] = useState(false)
  const [waiting, setWaiting] = useState<Wish | null>(null)

  const use = (wish: Wish, secret: string): void => {
    if (wish === "show") setMasked(false)
    else void copyText(secret, copied)
  }
  const want = async (wish: Wish): Promise<void> => {
    if (known !== null) return use(wish, known.secret)
    try {
      const { data } = await run(showApiKey, { id })
      setKnown({ secret: data.secret, old: data.oldSecret })
      setMasked(wish === "copy")
      use(wish, data.secret)
    } catch (failure) {
      if (failure instanceof CallFailure && failure.problem?._tag === "PasswordNotShown") setWaiting(wish)
      else tellFailure(failure)
    }
  }
  const rotate = async (): Promise<void> => {
    try {
      const { data } = await run(rotateApiKey, { id })
      setKnown({ secret: data.secret, old: null })
      setMasked(false)
      toast("success", "The key has a new secret")
    } catch (failure) {
      tellFailure(failure)
    }
  }
  return {
    shown: masked ? null : (known?.secret ?? null),
    old: masked ? null : (known?.old ?? null),
    asksPassword: waiting !== null,
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
