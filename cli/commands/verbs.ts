import { verb as auditExport } from "./audit/export.ts"
import { verb as auditLs } from "./audit/ls.ts"
import { verb as auditVerify } from "./audit/verify.ts"
import { verb as authLogin } from "./auth/login.ts"
import { verb as authLogout } from "./auth/logout.ts"
import { verb as authStatus } from "./auth/status.ts"
import { verb as authToken } from "./auth/token.ts"
import { verb as authWhoami } from "./auth/whoami.ts"
import { verb as configGet } from "./config/get.ts"
import { verb as configLs } from "./config/ls.ts"
import { verb as configSet } from "./config/set.ts"
import { verb as facilitiesAccept } from "./facilities/accept.ts"
import { verb as facilitiesApi } from "./facilities/api.ts"
import { verb as facilitiesCreate } from "./facilities/create.ts"
import { verb as facilitiesEdit } from "./facilities/edit.ts"
import { verb as facilitiesLs } from "./facilities/ls.ts"
import { verb as facilitiesRm } from "./facilities/rm.ts"
import { verb as facilitiesShow } from "./facilities/show.ts"
import { verb as facilitiesTransfer } from "./facilities/transfer.ts"
import { verb as facilitiesUnits } from "./facilities/units.ts"
import { verb as fmsResults } from "./fms/results.ts"
import { verb as fmsSimulate } from "./fms/simulate.ts"
import { verb as fmsTest } from "./fms/test.ts"
import { verb as inventoryAssign } from "./inventory/assign.ts"
import { verb as inventoryLs } from "./inventory/ls.ts"
import { verb as jobsCancel } from "./jobs/cancel.ts"
import { verb as jobsLs } from "./jobs/ls.ts"
import { verb as jobsResume } from "./jobs/resume.ts"
import { verb as jobsShow } from "./jobs/show.ts"
import { verb as locksActivate } from "./locks/activate.ts"
import { verb as locksActivateBatch } from "./locks/activateBatch.ts"
import { verb as locksFind } from "./locks/find.ts"
import { verb as locksLog } from "./locks/log.ts"
import { verb as locksLs } from "./locks/ls.ts"
import { verb as locksReveal } from "./locks/reveal.ts"
import { verb as locksSetCode } from "./locks/setCode.ts"
import { verb as locksSetColor } from "./locks/setColor.ts"
import { verb as locksSetStatus } from "./locks/setStatus.ts"
import { verb as locksSetUnit } from "./locks/setUnit.ts"
import { verb as locksShow } from "./locks/show.ts"
import { verb as locksTransfer } from "./locks/transfer.ts"
import { verb as outboxLs } from "./outbox/ls.ts"
import { verb as profileAdd } from "./profile/add.ts"
import { verb as profileLs } from "./profile/ls.ts"
import { verb as profileRm } from "./profile/rm.ts"
import { verb as profileUse } from "./profile/use.ts"
import { verb as registryImport } from "./registry/import.ts"
import { verb as returnsHistory } from "./returns/history.ts"
import { verb as returnsLs } from "./returns/ls.ts"
import { verb as returnsProcess } from "./returns/process.ts"
import { verb as returnsResend } from "./returns/resend.ts"
import { verb as returnsShow } from "./returns/show.ts"
import { verb as canI } from "./terminal/canI.ts"
import { verb as completion } from "./terminal/completion.ts"
import { verb as doctor } from "./terminal/doctor.ts"
import { verb as serve } from "./terminal/serve.ts"
import { verb as ticketsCreate } from "./tickets/create.ts"
import { verb as usersLs } from "./users/ls.ts"
import type { Verb } from "./Verb.ts"

const all: ReadonlyArray<Verb> = [
  locksFind,
  locksLs,
  locksShow,
  locksReveal,
  locksActivate,
  locksLog,
  locksSetStatus,
  locksSetUnit,
  locksSetColor,
  locksSetCode,
  locksTransfer,
  locksActivateBatch,
  inventoryLs,
  inventoryAssign,
  returnsLs,
  returnsProcess,
  returnsHistory,
  returnsShow,
  returnsResend,
  jobsLs,
  jobsShow,
  jobsResume,
  jobsCancel,
  registryImport,
  auditLs,
  auditVerify,
  auditExport,
  facilitiesLs,
  facilitiesShow,
  facilitiesCreate,
  facilitiesEdit,
  facilitiesRm,
  facilitiesTransfer,
  facilitiesAccept,
  facilitiesApi,
  facilitiesUnits,
  fmsTest,
  fmsResults,
  fmsSimulate,
  ticketsCreate,
  usersLs,
  outboxLs,
  authLogin,
  authLogout,
  authStatus,
  authToken,
  authWhoami,
  canI,
  profileAdd,
  profileUse,
  profileLs,
  profileRm,
  configGet,
  configSet,
  configLs,
  doctor,
  completion,
  serve
]

/**
 * How each command runs in the terminal, by its id. A command of core/commands that is not here is called like any other
 * and its answer shown field by field. What only one command needs and takes long to load (screens, the server) it imports
 * itself when it runs.
 */
export const verbs: ReadonlyMap<string, Verb> = new Map(all.map((verb) => [verb.command.id, verb]))
