import { accountCalls } from './calls/account/account-calls.ts'
import { archiveCalls } from './calls/archive/archive-calls.ts'
import { cloudStorageCalls } from './calls/cloud-storage/cloud-storage-calls.ts'
import { configCalls } from './calls/config/config-calls.ts'
import { contactCalls } from './calls/contact/contact-calls.ts'
import { deviceCalls } from './calls/device/device-calls.ts'
import { eventCalls } from './calls/event/event-calls.ts'
import { healthCalls } from './calls/health/health-calls.ts'
import { installerCalls } from './calls/installer/installer-calls.ts'
import { licenceCalls } from './calls/licence/licence-calls.ts'
import { logCalls } from './calls/log/log-calls.ts'
import { mapCalls } from './calls/map/map-calls.ts'
import { notificationCalls } from './calls/notification/notification-calls.ts'
import { peopleCalls } from './calls/people/people-calls.ts'
import { stationCalls } from './calls/station/station-calls.ts'
import { userCalls } from './calls/user/user-calls.ts'
import { vehicleCalls } from './calls/vehicle/vehicle-calls.ts'

/**
 * Every call there is, a group for each domain. The service's handlers are a mapped type over this, so that a call without a handler
 * does not compile; the shared worker finds a call's shapes here by its path.
 */
export const registry = {
  ...accountCalls,
  ...archiveCalls,
  ...cloudStorageCalls,
  ...configCalls,
  ...contactCalls,
  ...deviceCalls,
  ...eventCalls,
  ...healthCalls,
  ...installerCalls,
  ...licenceCalls,
  ...logCalls,
  ...mapCalls,
  ...notificationCalls,
  ...peopleCalls,
  ...stationCalls,
  ...userCalls,
  ...vehicleCalls,
} as const

export type Registry = typeof registry
export type CallName = keyof Registry
