import { Layer } from "effect"
import { SignOuts } from "../auth/SignOuts.ts"
import { CompaniesSettings } from "./CompaniesSettings.ts"
import { DailyReports } from "./DailyReports.ts"
import { SettingsHttp } from "./SettingsHttp.ts"

export const calls = SettingsHttp
export const services = Layer.mergeAll(CompaniesSettings.layer.pipe(Layer.provide(SignOuts.layer)), DailyReports.layer)
