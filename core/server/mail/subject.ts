import { OutboxHttp } from "./OutboxHttp.ts"
import { undeliveredMail } from "./undeliveredMail.ts"

export const calls = OutboxHttp
export const services = undeliveredMail
