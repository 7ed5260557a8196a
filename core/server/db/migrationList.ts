import companies from "./migrations/0001_companies.ts"
import locks from "./migrations/0002_locks.ts"
import audit from "./migrations/0003_audit.ts"
import outbox from "./migrations/0004_outbox.ts"
import jobs from "./migrations/0005_jobs.ts"
import tickets from "./migrations/0007_tickets.ts"
import fms from "./migrations/0008_fms.ts"
import units from "./migrations/0009_units.ts"
import facilities from "./migrations/0006_facilities.ts"
import mail from "./migrations/0010_mail.ts"
import imports from "./migrations/0011_imports.ts"
import bulkWrites from "./migrations/0012_bulkWrites.ts"
import simulatedUnits from "./migrations/0013_simulatedUnits.ts"
import automations from "./migrations/0014_automations.ts"
import importRows from "./migrations/0016_importRows.ts"
import unitNames from "./migrations/0024_unitNames.ts"
import lockUndos from "./migrations/0025_lockUndos.ts"
import knownBrowsers from "./migrations/0032_knownBrowsers.ts"
import mailLinks from "./migrations/0040_mailLinks.ts"
import notices from "./migrations/0041_notices.ts"
import auditMacs from "./migrations/0048_auditMacs.ts"
import rowColors from "./migrations/0045_rowColors.ts"
import partIndexes from "./migrations/0054_partIndexes.ts"
import jobNumbersOfCompanies from "./migrations/0055_jobNumbersOfCompanies.ts"
import jobTrials from "./migrations/0056_jobTrials.ts"
import limitCounts from "./migrations/0067_limitCounts.ts"
import auditWitnesses from "./migrations/0049_auditWitnesses.ts"
import spokenUnits from "./migrations/0051_spokenUnits.ts"
import jobTakeovers from "./migrations/0046_jobTakeovers.ts"
import revealCounts from "./migrations/0050_revealCounts.ts"
import countReveal from "./migrations/0051_countReveal.ts"
import auditActors from "./migrations/0062_auditActors.ts"
import jobNumbers from "./migrations/0047_jobNumbers.ts"
import type { Migration } from "./migrations.ts"

/**
 * Every migration, by the name of its file in `migrations/` without `.ts`: four digits, underscore, subject. The order
 * is that of the digits. A migration that has shipped is never edited, renamed or removed; what it did is changed by
 * the next one.
 */
export const migrationList: Readonly<Record<string, Migration>> = {
  "0001_companies": companies,
  "0002_locks": locks,
  "0003_audit": audit,
  "0004_outbox": outbox,
  "0005_jobs": jobs,
  "0006_facilities": facilities,
  "0007_tickets": tickets,
  "0008_fms": fms,
  "0009_units": units,
  "0010_mail": mail,
  "0011_imports": imports,
  "0012_bulkWrites": bulkWrites,
  "0013_simulatedUnits": simulatedUnits,
  "0014_automations": automations,
  "0016_importRows": importRows,
  "0024_unitNames": unitNames,
  "0025_lockUndos": lockUndos,
  "0032_knownBrowsers": knownBrowsers,
  "0040_mailLinks": mailLinks,
  "0041_notices": notices,
  "0045_rowColors": rowColors,
  "0046_jobTakeovers": jobTakeovers,
  "0047_jobNumbers": jobNumbers,
  "0048_auditMacs": auditMacs,
  "0049_auditWitnesses": auditWitnesses,
  "0051_spokenUnits": spokenUnits,
  "0050_revealCounts": revealCounts,
  "0051_countReveal": countReveal,
  "0054_partIndexes": partIndexes,
  "0055_jobNumbersOfCompanies": jobNumbersOfCompanies,
  "0056_jobTrials": jobTrials,
  "0062_auditActors": auditActors,
  "0067_limitCounts": limitCounts
}
