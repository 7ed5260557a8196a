import { Effect, Layer } from "effect"
import type { JobKind } from "#core/jobs/Job.ts"
import { type JobKindHandler, JobKindHandlers, type PieceRows } from "../jobs/JobKindHandlers.ts"
import { forgetCredentials } from "./importAbout.ts"
import { ImportPlans } from "./ImportPlans.ts"
import { importPiece } from "./importPiece.ts"
import { importRunRefusal } from "./importSql.ts"

/** 5,000 facilities take 160 ms on PostgreSQL. A user takes several statements and an email, so batches are smaller. */
const pieceRows = {
  importFacilities: { alone: 5_000, beside: 1_250 },
  importUsers: { alone: 100, beside: 25 }
} satisfies Partial<Record<JobKind, PieceRows>>

/** The job kinds of imports. */
export const importJobs = Layer.effect(
  JobKindHandlers,
  Effect.gen(function* () {
    const plans = yield* ImportPlans
    const services = yield* Effect.context<Effect.Services<ReturnType<typeof importPiece>>>()
    const handlerFor = (rows: PieceRows): JobKindHandler => ({
      pieceRows: rows,
      refusal: (user, job) => Effect.provideContext(importRunRefusal(user, job), services),
      plan: (user, jobID) => plans.replan(user, jobID),
      piece: (user, job, manner) => Effect.provideContext(importPiece(user, job, manner), services),
      forget: forgetCredentials
    })
    return new Map<JobKind, JobKindHandler>([
      ["importFacilities", handlerFor(pieceRows.importFacilities)],
      ["importUsers", handlerFor(pieceRows.importUsers)]
    ])
  })
)
