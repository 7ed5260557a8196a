import { AuditHttp } from "./AuditHttp.ts"

export const calls = AuditHttp
