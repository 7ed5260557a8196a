import { OutboxHttp } from "./OutboxHttp.ts"

export const calls = OutboxHttp
