import type { Registry } from '#contract/registry.ts'
import { accountHandlers } from './account/account-handlers.ts'
import { archiveHandlers } from './archive/archive-handlers.ts'
import { cloudStorageHandlers } from './cloud-storage/cloud-storage-handlers.ts'
import { configHandlers } from './config/config-handlers.ts'
import { contactHandlers } from './contact/contact-handlers.ts'
import { deviceHandlers } from './device/device-handlers.ts'
import { eventHandlers } from './event/event-handlers.ts'
import { healthHandlers } from './health/health-handlers.ts'
import { installerHandlers } from './installer/installer-handlers.ts'
import { licenceHandlers } from './licence/licence-handlers.ts'
import { logHandlers } from './log/log-handlers.ts'
import { mapHandlers } from './map/map-handlers.ts'
import { notificationHandlers } from './notification/notification-handlers.ts'
import { peopleHandlers } from './people/people-handlers.ts'
import { stationHandlers } from './station/station-handlers.ts'
import { userHandlers } from './user/user-handlers.ts'
import { vehicleHandlers } from './vehicle/vehicle-handlers.ts'
import type { Handlers } from './handler.ts'

/** What answers each call. A call of the registry that is missing here does not compile. */
export const handlers: Handlers<Registry> = {
  ...accountHandlers,
  ...archiveHandlers,
  ...cloudStorageHandlers,
  ...configHandlers,
  ...contactHandlers,
  ...deviceHandlers,
  ...eventHandlers,
  ...healthHandlers,
  ...installerHandlers,
  ...licenceHandlers,
  ...logHandlers,
  ...mapHandlers,
  ...notificationHandlers,
  ...peopleHandlers,
  ...stationHandlers,
  ...userHandlers,
  ...vehicleHandlers,
}
