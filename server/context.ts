import type { FastifyBaseLogger } from 'fastify'
import type { Settings } from '#contract/settings.ts'
import { EmailCodes } from './access/email-codes.ts'
import { Mfa } from './access/mfa.ts'
import { People } from './people/people.ts'
import { createArchiving, type Archiving } from './video/archive/archiving.ts'
import { BindGuard } from './access/bind-guard.ts'
import { Sweeper, type Now } from './runtime/clock.ts'
import type { Db } from './db/open.ts'
import { DeviceLinks } from './devices/device-links.ts'
import { createDeviceManagement, type DeviceManagement } from './devices/device-management.ts'
import { ManyChanges } from './devices/many/many-changes.ts'
import { BindingKeys } from './devices/binding-keys.ts'
import { Bridges } from './devices/bridges.ts'
import { Devices } from './devices/devices.ts'
import { Once } from './http/once.ts'
import { createHealth, type HealthServices } from './health/create-health.ts'
import { createEventServices, type EventServices } from './events/event-services.ts'
import { ImportTurns } from './events/plates/import-turns.ts'
import { createCommerce, type Commerce } from './sales/orders/commerce.ts'
import { ExternalRecipients } from './people/external-recipients.ts'
import { Installers } from './people/installers.ts'
import { Mail } from './mail/mail.ts'
import { startPostman } from './mail/postman.ts'
import { Recipients } from './mail/recipients.ts'
import { tellOfSpentQuotas } from './mail/spent-mail.ts'
import { KeptObjects } from './objects/kept-objects.ts'
import type { ObjectStore } from './objects/object-store.ts'
import { Invitations } from './people/invitations.ts'
import type { Bus } from './nodes/bus.ts'
import { Nodes } from './nodes/nodes.ts'
import { PushHub } from './push/hub.ts'
import { WebPush } from './push/web/web-push.ts'
import { ResourceNews } from './push/resource-news.ts'
import { Quotas } from './access/quotas.ts'
import { Rights } from './access/rights.ts'
import { createStations, type StationServices } from './stations/create-stations.ts'
import type { Sealer } from './runtime/sealer.ts'
import { KnownBrowsers } from './access/known-browsers.ts'
import { ImageCodes } from './access/image-codes.ts'
import { Sessions } from './access/sessions.ts'
import { SignInGuard } from './access/sign-in-guard.ts'
import { Tickets } from './access/tickets.ts'

/** What handlers and sockets work with. One for each running service. */
export interface Context extends Commerce, EventServices, Archiving, DeviceManagement, HealthServices, StationServices {
  readonly settings: Settings
  /** Epoch ms. All deadlines are compared with it. */
  readonly now: Now
  readonly log: FastifyBaseLogger
  readonly db: Db
  /** Pictures and recordings. */
  readonly objects: ObjectStore
  readonly sweeper: Sweeper
  /** Does changes once. */
  readonly once: Once
  /** To the other nodes of the service, and back. */
  readonly bus: Bus
  readonly nodes: Nodes
  readonly sessions: Sessions
  readonly signInGuard: SignInGuard
  readonly knownBrowsers: KnownBrowsers
  readonly imageCodes: ImageCodes
  readonly bindGuard: BindGuard
  readonly tickets: Tickets
  readonly rights: Rights
  readonly push: PushHub
  /** To browsers in which the app is closed. */
  readonly webPush: WebPush
  readonly news: ResourceNews
  readonly mail: Mail
  readonly recipients: Recipients
  readonly externalRecipients: ExternalRecipients
  readonly quotas: Quotas
  readonly emailCodes: EmailCodes
  readonly mfa: Mfa
  readonly people: People
  readonly invitations: Invitations
  readonly installers: Installers
  readonly devices: Devices
  readonly bindingKeys: BindingKeys
  readonly manyChanges: ManyChanges
  readonly bridges: Bridges
  readonly importTurns: ImportTurns
  /** What is connected to this node. */
  readonly deviceLinks: DeviceLinks
}

/** Builds the services of a context on an open database. */
export function createContext(given: {
  settings: Settings
  now: Now
  log: FastifyBaseLogger
  db: Db
  bus: Bus
  objects: ObjectStore
  sealer: Sealer
  /** How long after the start tidying begins. */
  tidyAfterMs: number
}): Context {
  const parts = { ...given, objects: new KeptObjects(given) }
  const { now, log, db, bus } = parts
  const sweeper = new Sweeper((fault) => log.error(fault, 'A task that looks at deadlines failed'), parts)
  const nodes = new Nodes({ db, bus, log, isAlone: parts.settings.databaseUrl === '' })
  const deviceLinks = new DeviceLinks()
  const sessions = new Sessions({ db, now, sweeper, bus })
  const push = new PushHub(now, bus)
  const news = new ResourceNews({ ...parts, push })
  const rights = new Rights(db)
  const webPush = new WebPush({ ...parts, sweeper, rights })
  const quotas = new Quotas(parts)
  const mail = new Mail({ ...parts, quotas })
  tellOfSpentQuotas(quotas, mail)
  const recipients = new Recipients({ db, now, mail })
  const commerce = createCommerce({ ...parts, sweeper, news, mail })
  const eventServices = createEventServices({
    ...parts,
    dataFolder: parts.settings.dataFolder,
    sweeper,
    rights,
    push,
    webPush,
    mail,
    recipients,
    quotas,
    licences: commerce.licences,
  })
  const { alarms } = eventServices
  const emailCodes = new EmailCodes(parts)
  const people = new People({ ...parts, sessions })
  const invitations = new Invitations({ db, now, mail, people, quotas })
  startPostman({ ...parts, sweeper })
  const { licences } = commerce
  const management = createDeviceManagement({ ...parts, sweeper, nodes, sessions, rights, push, deviceLinks, licences })
  const bindingKeys = new BindingKeys(parts)
  const devices = new Devices({ db, now, bus, nodes, rights, push, alarms, licences, quotas, bindingKeys })
  const bindGuard = new BindGuard(now)
  return {
    ...parts,
    ...eventServices,
    ...commerce,
    ...management,
    ...createHealth({ ...parts, ...management, quotas, sweeper, nodes, rights, news, webPush, licences }),
    sweeper,
    once: new Once({ db, now, nodes, isAlone: parts.settings.databaseUrl === '' }),
    nodes,
    sessions,
    signInGuard: new SignInGuard(db, now),
    knownBrowsers: new KnownBrowsers(parts.sealer),
    imageCodes: new ImageCodes(db, now),
    bindGuard,
    push,
    webPush,
    news,
    mail,
    recipients,
    quotas,
    emailCodes,
    mfa: new Mfa({ ...parts, emailCodes }),
    ...createArchiving({ ...parts, sessions, rights, mail, quotas, licences }),
    people,
    invitations,
    externalRecipients: new ExternalRecipients({ ...eventServices, db, now, recipients }),
    installers: new Installers({ ...parts, mail, sessions, sweeper }),
    rights,
    ...createStations({ ...parts, nodes, sweeper, devices, rights, push, bindGuard, alarms }),
    tickets: new Tickets({ db, now, sweeper, sessions }),
    deviceLinks,
    devices,
    bindingKeys,
    manyChanges: new ManyChanges({ ...parts, ...management, ...eventServices, sweeper, rights, push, recipients }),
    importTurns: new ImportTurns({ db, now, nodes }),
    bridges: new Bridges({ ...management, db, rights, devices, licences, bindGuard }),
  }
}
