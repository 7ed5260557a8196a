import type { FmsFields } from "#core/fms/fmsFields.ts"
import { simulatorPassword } from "#core/fms/fmsSimulators.ts"
import { Fms, type FmsId } from "#core/fms/fmsSystems.ts"

/**
 * The fields a simulator accepts for the facility with a code. A protocol that does not name the facility carries it in another
 * field.
 */
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

/**
 * The fields that a demonstration connection sends to its simulator, which accepts any account. Protocols that do not name the
 * facility in each call identify it by the account, so the account is replaced. The password stays as typed.
 */
export const simulatedAccount = (fms: FmsId, fields: FmsFields): FmsFields => {
  const { externalFacilityId: code = "", corporateUsername, corporatePassword } = fields
  switch (fms) {
    case Fms.id.StorableEdge:
      // A company API key of one part uses the password as its key.
      return corporatePassword === undefined && corporateUsername === simulatorPassword
        ? { ...fields, corporatePassword: simulatorPassword }
        : fields
    case Fms.id.WebSelfStorage:
      return corporatePassword === undefined || corporatePassword.includes(":")
        ? fields
        : { ...fields, corporatePassword: `${corporatePassword}:${code}` }
    case Fms.id.Hummingbird:
      return { ...fields, corporateCode: code, corporateUsername: corporateUsername ?? "demo-app" }
    case Fms.id.Yardi:
      return { ...fields, corporateUsername: code }
    default:
      return fields
  }
}
