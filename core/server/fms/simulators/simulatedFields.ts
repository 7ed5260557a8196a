import type { FmsFields } from "#core/fms/fmsFields.ts"
import { simulatorPassword } from "#core/fms/fmsSimulators.ts"
import { Fms, type FmsId } from "#core/fms/fmsSystems.ts"

/** Fields that a simulator takes for the facility of a code. A wire that does not name the facility carries it elsewhere. */
export const simulatedFields = (fms: FmsId, code: string, password: string = simulatorPassword): FmsFields => {
  switch (fms) {
    case Fms.id.StorableEdge:
      return { externalFacilityId: code, corporateUsername: "demo-key", corporatePassword: password }
    case Fms.id.Sitelink:
      return {
        corporateCode: "DEMO",
        corporateUsername: "demo:::DEMOLICENSE",
        corporatePassword: password,
        locationCode: code
      }
    case Fms.id.WebSelfStorage:
      return { externalFacilityId: code, corporatePassword: `${password}:${code}` }
    case Fms.id.Hummingbird:
      return {
        externalFacilityId: code,
        corporateCode: code,
        corporateUsername: "demo-app",
        corporatePassword: password
      }
    case Fms.id.SsmCloud:
      return {
        baseUrl: "https://ssm.example.com",
        corporateCode: "DEMO",
        corporatePassword: password,
        locationCode: code
      }
    case Fms.id.Yardi:
      return {
        externalFacilityId: code,
        baseUrl: "https://yardi.example.com",
        databaseName: "demo",
        serverName: "demo",
        corporateUsername: code,
        corporatePassword: password
      }
    default:
      return { externalFacilityId: code }
  }
}
