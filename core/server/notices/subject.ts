import { NoticesHttp } from "./NoticesHttp.ts"

export const calls = NoticesHttp
