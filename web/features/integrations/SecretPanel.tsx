import { useState } from "react"
import type { ApiKey } from "#core/apikeys/ApiKey.ts"
import { olderSecretEnds, oldSecretHours } from "#core/apikeys/apiKeyRules.ts"
import { revokeApiKey } from "#core/commands/apiKeyCommands.ts"
import { copyText } from "#web/app/copyText.ts"
import { tellFailure } from "#web/app/failures.ts"
import { toast } from "#web/app/notices.ts"
import { run } from "#web/app/run.ts"
import { dateTime } from "#web/app/times.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx"
import { stillRotating } from "./freshSecret.ts"
import { PasswordDialog } from "./PasswordDialog.tsx"
import { copied, useSecret } from "./useSecret.ts"

/**
 * Key and secret of an API key. The secret is masked until shown, and can be copied, rotated and revoked (002 §2,
 * §4).
 */
export const SecretPanel = ({ apiKey }: { readonly apiKey: ApiKey }) => {
  const secret = useSecret(apiKey)
  const [asking, setAsking] = useState<"rotate" | "revoke" | null>(null)
  const revoked = apiKey.revokedOn !== null
  const revoke = async (): Promise<void> => {
    try {
      await run(revokeApiKey, { id: apiKey.id })
      secret.hide()
      toast("success", "API key revoked")
    } catch (failure) {
      tellFailure(failure)
    }
  }
  useCommands({
    scope: "anywhere",
    handlers: {
      "apiKeys.copyKey": () => void copyText(apiKey.key, copied),
      ...(revoked
        ? {}
        : {
            "apiKeys.show": secret.show,
            "apiKeys.hide": secret.hide,
            "apiKeys.copySecret": secret.copy,
            "apiKeys.rotate": () => (secret.rotating ? toast("info", stillRotating) : setAsking("rotate")),
            "apiKeys.revoke": () => setAsking("revoke")
          })
    }
  })
  return (
    <section className="card key-secret" aria-label="Key and secret">
      <dl>
        <div>
          <dt>Key</dt>
          <dd>
            <code>{apiKey.key}</code>
            <CommandButton command="apiKeys.copyKey">Copy Key</CommandButton>
          </dd>
        </div>
        {revoked ? null : (
          <div>
            <dt>Secret</dt>
            <dd>
              <code>{secret.shown ?? apiKey.secret}</code>
              {secret.shown === null ? (
                <CommandButton command="apiKeys.show">Show</CommandButton>
              ) : (
                <CommandButton command="apiKeys.hide">Hide</CommandButton>
              )}
              <CommandButton command="apiKeys.copySecret">Copy Secret</CommandButton>
            </dd>
          </div>
        )}
        {apiKey.oldSecretUntil === null ? null : (
          <div>
            <dt>Old secret</dt>
            <dd>
              {secret.old === null ? null : <code>{secret.old}</code>}
              <span className="muted">Works until {dateTime(apiKey.oldSecretUntil)}</span>
            </dd>
          </div>
        )}
      </dl>
      {revoked ? (
        <p role="note">This key was revoked on {dateTime(apiKey.revokedOn ?? "")}. It can't be used again.</p>
      ) : (
        <p className="key-more">
          <CommandButton command="apiKeys.rotate" notYet={secret.rotating ? stillRotating : null}>
            {secret.rotating ? "Rotating…" : "Rotate Secret"}
          </CommandButton>
          <CommandButton command="apiKeys.revoke">Revoke Key</CommandButton>
        </p>
      )}
      {secret.asksPassword ? <PasswordDialog onDone={secret.afterPassword} onClose={secret.closePassword} /> : null}
      {asking === null ? null : (
        <ConfirmDialog
          title={asking === "rotate" ? `Rotate the secret of ${apiKey.name}?` : `Revoke the API key ${apiKey.name}?`}
          onYes={() => {
            setAsking(null)
            void (asking === "rotate" ? secret.rotate() : revoke())
          }}
          onNo={() => setAsking(null)}
        >
          <p>
            {asking === "rotate"
              ? `The old secret works for ${oldSecretHours.usual} more hours.`
              : "It stops working right away, for good."}
          </p>
          {asking === "rotate" && apiKey.oldSecretUntil !== null ? (
            <p>{olderSecretEnds(dateTime(apiKey.oldSecretUntil))}</p>
          ) : null}
        </ConfirmDialog>
      )}
    </section>
  )
}
