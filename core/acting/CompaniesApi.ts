import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { withExample } from "#core/base/withExample.ts"
import { DeclaredAccess, reads, signedInAs } from "#core/auth/Access.ts"
import { DeclaredOnce } from "#core/auth/RequestKey.ts"
import { CompanyNotFound, EmailInUse, TooManyRequests } from "#core/auth/AuthErrors.ts"
import { Area } from "#core/auth/permissions.ts"
import { companyKeeperRoles, siteLevelRoles } from "#core/auth/roles.ts"
import { CompanyId, SerialCode } from "#core/base/ids.ts"
import { companyQuery, Page, success } from "#core/base/paging.ts"
import { wire } from "#core/base/problem.ts"
import { LockNotFound } from "#core/locks/LockErrors.ts"
import {
  ChangedCompany,
  CompanyAccount,
  CompanyEdit,
  ListedCompany,
  MadeCompany,
  NewCompany
} from "./CompanyAccount.ts"
import { CompanyChoice, mostCompanies } from "./CompanyChoice.ts"
import { CompanyChangedMeanwhile, CompanyRefused } from "./CompanyErrors.ts"

export class CompaniesApi extends HttpApiGroup.make("companies")
  .add(
    HttpApiEndpoint.get("list", "/companies", {
      query: {
        ...companyQuery,
        /** Part of the name, or the ID. */
        search: Schema.optional(Schema.String.check(Schema.isMaxLength(100))),
        count: Schema.optional(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: mostCompanies }))),
        page: Schema.optional(Page)
      },
      success: Schema.Struct({
        success: Schema.Literal(true),
        /** Best matches first: the exact id or name, then names that start with the text, then the others by name. */
        data: Schema.Array(ListedCompany),
        totalCount: Schema.Int
      })
    })
      .annotate(DeclaredAccess, signedInAs(siteLevelRoles))
      .annotate(OpenApi.Summary, "Companies that a site-level role can act for, with their plans"),
    HttpApiEndpoint.get("ofLock", "/companies/of-lock/:serialCode", {
      params: { serialCode: SerialCode },
      query: companyQuery,
      success: success(CompanyChoice),
      error: [wire(LockNotFound), wire(TooManyRequests)]
    })
      .annotate(DeclaredAccess, reads(Area.id.Locks, { roles: siteLevelRoles }))
      .annotate(OpenApi.Summary, "Find the company of an active lock"),
    HttpApiEndpoint.get("account", "/companies/accounts/:id", {
      params: { id: CompanyId },
      query: companyQuery,
      success: success(CompanyAccount),
      error: [wire(CompanyNotFound)]
    })
      .annotate(DeclaredAccess, signedInAs(siteLevelRoles))
      .annotate(OpenApi.Summary, "A company with its plan, its features and its limits"),
    HttpApiEndpoint.post("create", "/companies/accounts", {
      query: companyQuery,
      payload: NewCompany,
      success: success(MadeCompany),
      error: [wire(CompanyRefused), wire(EmailInUse)]
    })
      .annotate(DeclaredAccess, signedInAs(companyKeeperRoles))
      .annotate(DeclaredOnce, true)
      .annotate(
        OpenApi.Transform,
        withExample({
          companyName: "Harbor Storage",
          ownerFirstName: "Hana",
          ownerLastName: "Okafor",
          ownerEmail: "hana@harbor.example.com"
        })
      )
      .annotate(OpenApi.Summary, "Add a company and invite its first Owner by email"),
    HttpApiEndpoint.put("update", "/companies/accounts/:id", {
      params: { id: CompanyId },
      query: companyQuery,
      payload: CompanyEdit,
      success: ChangedCompany,
      error: [wire(CompanyRefused), wire(CompanyNotFound), wire(CompanyChangedMeanwhile)]
    })
      .annotate(DeclaredAccess, signedInAs(companyKeeperRoles))
      .annotate(
        OpenApi.Transform,
        withExample({ companyName: "Maple Self Storage", subscriptionSuspended: false, maxLocksPerFacility: "plan" })
      )
      .annotate(OpenApi.Summary, "Change the name, plan, limits or features of a company; effective at once")
  )
  .annotate(OpenApi.Description, "Companies, for site-level roles") {}
