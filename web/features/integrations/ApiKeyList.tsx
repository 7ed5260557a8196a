import "./integrations.css"
import { useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import type { ApiKey } from "#core/apikeys/ApiKey.ts"
import { showKeysOnce } from "#core/commands/apiKeyCommands.ts"
import { apiKeyPath, newApiKeyPath } from "#core/navigation/apiKeyPath.ts"
import { center } from "#web/app/CommandCenter.ts"
import { tellFailure } from "#web/app/failures.ts"
import { toast } from "#web/app/notices.ts"
import { run } from "#web/app/run.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { Grid } from "#web/grid/Grid.tsx"
import type { GridQuery } from "#web/grid/GridQuery.ts"
import { useArrayRows } from "#web/grid/useArrayRows.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx"
import { apiKeyCard, apiKeyColumns, apiKeyPeek } from "./apiKeyColumns.tsx"
import { apiKeysQuery } from "#web/app/integrationQueries.ts"
import { useIncluded } from "./useIncluded.ts"

const idOf = ({ id }: ApiKey): number => id
const nameOf = ({ name }: ApiKey): string => name
const hint = ({ search, filters }: GridQuery): string =>
  search === "" && Object.keys(filters).length === 0
    ? "No API keys yet. Press c to create the first one."
    : "No API keys match your search."

/** The company's API keys (002 §2). */
export const ApiKeyList = () => {
  const navigate = useNavigate()
  const { data, error } = useQuery({ ...apiKeysQuery(), enabled: useIncluded() })
  const [asking, setAsking] = useState(false)
  const source = useArrayRows({ items: data?.data, idOf, columns: apiKeyColumns, error })
  const once = data?.showOnce === true
  const change = async (): Promise<void> => {
    setAsking(false)
    try {
      const { data: now } = await run(showKeysOnce, { once: once ? "no" : "yes" })
      toast("success", now.showOnce ? "New secrets will be shown only once" : "New secrets will be kept")
    } catch (failure) {
      tellFailure(failure)
    }
  }
  useCommands({
    scope: "lists",
    handlers: {
      "list.create": () => void center.perform("apiKeys.new"),
      "apiKeys.new": () => void navigate({ href: newApiKeyPath }),
      ...(data === undefined ? {} : { "apiKeys.showOnce": () => setAsking(true) })
    }
  })
  return (
    <>
      <Grid
        at="/signed-in/integrations/api_setting"
        list="apiKeys"
        label="API keys"
        nouns={["API key", "API keys"]}
        columns={apiKeyColumns}
        source={source}
        card={apiKeyCard}
        nameOf={nameOf}
        peek={apiKeyPeek}
        onOpen={(key) => void navigate({ href: apiKeyPath(key.id) })}
        searchLabel="Search Name or Key"
        firstCount={50}
        hint={hint}
        more={<CommandButton command="apiKeys.new" keysOf="list.create" look="primary" />}
      />
      {data === undefined ? null : (
        <div className="key-once">
          <p className="muted">
            {once
              ? "Secrets are shown once, when a key is created or rotated. We don't keep them."
              : "Secrets are kept encrypted. Enter your password to see one again."}
          </p>
          <CommandButton command="apiKeys.showOnce">{once ? "Keep Secrets" : "Show Secrets Once"}</CommandButton>
        </div>
      )}
      {asking ? (
        <ConfirmDialog
          title={once ? "Keep secrets from now on?" : "Show secrets only once?"}
          onYes={() => void change()}
          onNo={() => setAsking(false)}
        >
          <p>
            {once
              ? "Secrets created from now on can be shown again."
              : "Every kept secret is deleted. Keys keep working, but no secret can be shown again."}
          </p>
        </ConfirmDialog>
      ) : null}
    </>
  )
}
