import type { ApiKeyId } from "#core/base/ids.ts"
import { routeOf } from "./routes.ts"

/** The path of the API key list. */
export const apiKeysPath = routeOf("integrations.keys").path

const editor = (sid: string): string => routeOf("integrations.key").path.replace("{sid}", sid)

/** The path for creating an API key (002 §2: sid 'create'). */
export const newApiKeyPath = editor("create")

/** The path of an API key. */
export const apiKeyPath = (id: ApiKeyId): string => editor(String(id))
