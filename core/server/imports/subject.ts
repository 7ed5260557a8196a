import { Layer } from "effect"
import { jobsLayer } from "../jobs/jobsLayer.ts"
import { Imports } from "./Imports.ts"
import { ImportsHttp } from "./ImportsHttp.ts"
import { Listings } from "./Listings.ts"
import { importJobs } from "./importJobs.ts"
import { importPlansLayer } from "./importPlansLayer.ts"
import { templateRoutes } from "./templateRoutes.ts"
import { UserImportsHttp } from "./UserImportsHttp.ts"

export const calls = Layer.mergeAll(ImportsHttp, UserImportsHttp)
export const services = Layer.mergeAll(Imports.layer, Listings.layer).pipe(
  Layer.provide(jobsLayer),
  Layer.provide(importPlansLayer)
)
export const jobs = importJobs.pipe(Layer.provide(importPlansLayer))
export const routes = templateRoutes
