import { Layer } from "effect"
import { jobsLayer } from "../jobs/jobsLayer.ts"
import { Imports } from "./Imports.ts"
import { ImportsHttp } from "./ImportsHttp.ts"
import { Listings } from "./Listings.ts"
import { importPlansLayer } from "./importPlansLayer.ts"
import { templateRoutes } from "./templateRoutes.ts"

export const calls = ImportsHttp
export const services = Layer.mergeAll(Imports.layer, Listings.layer).pipe(
  Layer.provide(jobsLayer),
  Layer.provide(importPlansLayer)
)
export const routes = templateRoutes
