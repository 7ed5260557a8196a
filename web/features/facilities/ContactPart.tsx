import { facilityLimits } from "#core/facilities/facilityLimits.ts"
import { ScanSafeField } from "#web/ui/ScanSafeField.tsx"
import type { PartProps } from "./formParts.ts"
import { PhoneField } from "./PhoneField.tsx"

/** Name and contact details of the facility. */
export const ContactPart = ({ form: { values, issues, change, checkName } }: PartProps) => (
  <div className="facility-fields">
    <ScanSafeField
      label="Facility Name *"
      autoComplete="off"
      aria-required
      maxLength={facilityLimits.name}
      value={values.facilityName}
      onText={(facilityName) => change({ facilityName })}
      onBlur={checkName}
      issue={issues["facilityName"]}
    />
    <ScanSafeField
      label="Public Name"
      autoComplete="off"
      maxLength={facilityLimits.text}
      value={values.facilityDisplayName}
      onText={(facilityDisplayName) => change({ facilityDisplayName })}
      issue={issues["facilityDisplayName"]}
    />
    <PhoneField
      label="Phone Number *"
      required
      value={values.phoneNumber}
      onDigits={(phoneNumber) => change({ phoneNumber })}
      issue={issues["phoneNumber"]}
    />
    <PhoneField
      label="Customer Service Phone Number"
      value={values.phoneNumberCustomerService}
      onDigits={(phoneNumberCustomerService) => change({ phoneNumberCustomerService })}
      issue={issues["phoneNumberCustomerService"]}
    />
    <ScanSafeField
      label="Email"
      type="email"
      autoComplete="off"
      value={values.email}
      onText={(email) => change({ email })}
      issue={issues["email"]}
    />
    <ScanSafeField
      label="Number of Units"
      inputMode="numeric"
      autoComplete="off"
      value={values.no_Of_Units}
      onText={(no_Of_Units) => change({ no_Of_Units })}
      issue={issues["no_Of_Units"]}
    />
  </div>
)
