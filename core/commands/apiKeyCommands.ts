import { Effect, Equal, Schema } from "effect"
import { withClient } from "#core/api/ApiClient.ts"
import type { ApiKey, ApiKeyEdit, NewApiKey } from "#core/apikeys/ApiKey.ts"
import type { ChangedApiKey } from "#core/apikeys/ApiKeysApi.ts"
import { ApiKeyNotFound } from "#core/apikeys/ApiKeyErrors.ts"
import { oldSecretHours } from "#core/apikeys/apiKeyRules.ts"
import { recordedKey } from "#core/apikeys/recordedKey.ts"
import type { ApiKeyId } from "#core/base/ids.ts"
import { apiKeyField, apiKeyFields, keyNameField } from "./apiKeyFields.ts"
import { command } from "./Command.ts"
import { facilityIdsOf, textField, versionField } from "./fields.ts"
import { takeBackFrom } from "./takeBackFrom.ts"
import { namedDone } from "./thingDone.ts"

const touches = ["integrations", "audit"] as const

/** Creates an API key from its form. */
export const addApiKey = (payload: NewApiKey) => withClient((client) => client.apiKeys.add({ query: {}, payload }))

/** Updates an API key from its form. */
export const updateApiKey = (payload: ApiKeyEdit) =>
  withClient((client) => client.apiKeys.update({ query: {}, payload }))

export const listApiKeys = command({
  section: "Integrations",
  id: "apiKeys.list",
  title: "List API keys",
  keywords: ["integration", "secret", "token"],
  input: {},
  risk: "reads",
  terminal: { path: ["api-keys", "ls"], examples: ["lockdesk api-keys ls"] },
  does: { call: "apiKeys.list", run: () => withClient((client) => client.apiKeys.list({ query: {} })) }
})

export const createApiKey = command({
  section: "Integrations",
  touches,
  id: "apiKeys.create",
  title: "Create an API key",
  keywords: ["integration", "secret", "token", "add", "new"],
  input: { name: keyNameField, ...apiKeyFields },
  risk: "changes",
  terminal: {
    path: ["api-keys", "create"],
    examples: [
      "lockdesk api-keys create 'Gate sync' --all-facilities",
      "lockdesk api-keys create 'Night report' --facilities 'Maple St' --areas 'Locks read, Reports read' --expires 2099-12-31"
    ]
  },
  does: {
    call: "apiKeys.add",
    run: ({ name, facilities, allFacilities, areas, mayReveal, expires }) =>
      addApiKey({
        id: 0,
        key: "",
        secret: "",
        name,
        facilityIds: facilityIdsOf(facilities),
        allFacilities: allFacilities === true,
        isActive: true,
        ...(areas === undefined ? {} : { areas }),
        ...(mayReveal === undefined ? {} : { mayReveal }),
        ...(expires === undefined ? {} : { expiresOn: expires })
      })
  }
})

/** Finds an API key by id in the list; there is no endpoint for a single key. */
const keyOf = (id: ApiKeyId) =>
  Effect.flatMap(
    withClient((client) => client.apiKeys.list({ query: {} })),
    ({ data }) => {
      const key = data.find((each) => each.id === id)
      return key === undefined ? Effect.fail(new ApiKeyNotFound({ data: { id } })) : Effect.succeed(key)
    }
  )

export const editApiKey = command({
  section: "Integrations",
  touches,
  id: "apiKeys.edit",
  title: "Edit an API key",
  keywords: ["integration", "rename", "facilities", "deactivate", "areas"],
  input: {
    id: apiKeyField,
    name: textField({ label: "Name", description: "Another name", optional: true }),
    ...apiKeyFields,
    active: {
      schema: Schema.Literals(["yes", "no"]),
      label: "Active",
      description: "Whether it opens the API",
      optional: true,
      choices: ["yes", "no"]
    },
    mayReveal: {
      schema: Schema.Literals(["yes", "no"]),
      label: "May reveal",
      description: "Whether it reveals combinations",
      optional: true,
      choices: ["yes", "no"]
    },
    ifVersion: versionField
  },
  risk: "changes",
  undo: "locks.undo",
  back: (_, { before, data, unchanged }: ChangedApiKey) =>
    unchanged === true
      ? null
      : takeBackFrom({
          made: data,
          edit: ({ version }) => updateApiKey({ ...before, version }),
          list: (client) => client.apiKeys.list({ query: {} }),
          isSame: (now) => now.id === data.id && Equal.equals(recordedKey(now), recordedKey(data))
        }),
  terminal: {
    path: ["api-keys", "edit"],
    examples: ["lockdesk api-keys edit 'Gate sync' --active no", "lockdesk api-keys edit 1 --name 'Gate sync 2'"]
  },
  done: namedDone("was changed"),
  does: {
    call: "apiKeys.update",
    run: ({ id, name, facilities, allFacilities, areas, mayReveal, expires, active, ifVersion }) =>
      Effect.flatMap(keyOf(id), (key) =>
        updateApiKey({
          id,
          // The other fields were just read, so pass the version: a concurrent edit must not be overwritten.
          version: ifVersion ?? key.version,
          name: name ?? key.name,
          facilityIds: facilities === undefined ? key.facilityIds : facilityIdsOf(facilities),
          allFacilities: allFacilities ?? (facilities === undefined && key.allFacilities),
          isActive: active === undefined ? key.isActive : active === "yes",
          ...(areas === undefined ? {} : { areas }),
          ...(mayReveal === undefined ? {} : { mayReveal: mayReveal === "yes" }),
          ...(expires === undefined ? {} : { expiresOn: expires })
        })
      )
  }
})

export const showApiKey = command({
  section: "Integrations",
  id: "apiKeys.show",
  title: "Show the secret of an API key",
  keywords: ["integration", "token", "reveal secret"],
  input: { id: apiKeyField },
  risk: "changes",
  touches: ["audit"],
  terminal: { path: ["api-keys", "show"], examples: ["lockdesk api-keys show 1"] },
  does: {
    call: "apiKeys.show",
    run: (params) => withClient((client) => client.apiKeys.show({ params, query: {} }))
  }
})

const payloadOf = (oldSecretHours: number | undefined) => (oldSecretHours === undefined ? {} : { oldSecretHours })

/** The call that rotates a secret unless it has been rotated since this one: rotating it again would end the secret before. */
export const rotateSeenApiKey = ({ id, secretSince }: Pick<ApiKey, "id" | "secretSince">, oldSecretHours?: number) =>
  withClient((client) =>
    client.apiKeys.rotate({
      params: { id },
      query: { was: secretSince ?? undefined },
      payload: payloadOf(oldSecretHours)
    })
  )

export const rotateApiKey = command({
  section: "Integrations",
  touches,
  id: "apiKeys.rotate",
  title: "Rotate the secret of an API key",
  keywords: ["integration", "new secret", "renew"],
  input: {
    id: apiKeyField,
    oldHours: {
      schema: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: oldSecretHours.most })),
      label: "Old hours",
      description: `Hours the old secret keeps working; 0 stops it right away (default: ${oldSecretHours.usual})`,
      optional: true
    }
  },
  risk: "dangerous",
  terminal: {
    path: ["api-keys", "rotate"],
    examples: ["lockdesk api-keys rotate 1 --yes", "lockdesk api-keys rotate 1 --old-hours 0 --yes"]
  },
  does: {
    call: "apiKeys.rotate",
    run: ({ id, oldHours }) =>
      withClient((client) => client.apiKeys.rotate({ params: { id }, query: {}, payload: payloadOf(oldHours) }))
  }
})

export const revokeApiKey = command({
  section: "Integrations",
  touches,
  id: "apiKeys.revoke",
  title: "Revoke an API key",
  keywords: ["integration", "end", "remove", "delete", "leaked"],
  input: { id: apiKeyField },
  risk: "dangerous",
  unchanged: "Unchanged: already revoked.",
  terminal: { path: ["api-keys", "revoke"], examples: ["lockdesk api-keys revoke 1 --yes"] },
  done: namedDone("is revoked"),
  does: {
    call: "apiKeys.revoke",
    run: (params) => withClient((client) => client.apiKeys.revoke({ params, query: {} }))
  }
})

export const showKeysOnce = command({
  section: "Integrations",
  touches,
  id: "apiKeys.showOnce",
  title: "Show secrets of API keys only once, or keep them",
  keywords: ["integration", "show once"],
  input: {
    once: {
      schema: Schema.Literals(["yes", "no"]),
      label: "Once",
      description: "yes deletes all kept secrets; keys keep working, but no secret can be shown again",
      positional: true,
      choices: ["yes", "no"]
    }
  },
  risk: "dangerous",
  terminal: { path: ["api-keys", "show-once"], examples: ["lockdesk api-keys show-once yes --yes"] },
  does: {
    call: "apiKeys.showOnce",
    run: ({ once }) =>
      withClient((client) => client.apiKeys.showOnce({ query: {}, payload: { showOnce: once === "yes" } }))
  }
})

export const apiKeyCommands = [
  listApiKeys,
  createApiKey,
  editApiKey,
  showApiKey,
  rotateApiKey,
  revokeApiKey,
  showKeysOnce
] as const
