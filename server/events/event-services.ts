import type { FastifyBaseLogger } from 'fastify'
import { Alarms } from './alarms.ts'
import type { Now, Sweeper } from '../runtime/clock.ts'
import type { Db } from '../db/open.ts'
import type { Licences } from '../sales/licence/licences.ts'
import type { Mail } from '../mail/mail.ts'
import type { Recipients } from '../mail/recipients.ts'
import type { Quotas } from '../access/quotas.ts'
import { ObjectLinks } from '../objects/object-links.ts'
import type { ObjectStore } from '../objects/object-store.ts'
import type { PushHub } from '../push/hub.ts'
import type { WebPush } from '../push/web/web-push.ts'
import type { Rights } from '../access/rights.ts'
import { Plates } from './plates/plates.ts'
import { AlarmMail } from './alarm-mail.ts'
import { DeviceNotices } from './device-notices.ts'
import { standingOf } from './event-licence.ts'
import { EventExports } from './export/event-exports.ts'
import { EventSearch } from './event-search.ts'
import { Events } from './events.ts'
import { sweepEvents } from './retention.ts'
import { RuleBook } from './rule-book.ts'
import { RuleEngine } from './rule-engine.ts'
import { RuleTrial } from './rule-trial.ts'

/** Events, what is searched and decided by them, and who is told. */
export interface EventServices {
  readonly alarms: Alarms
  readonly events: Events
  readonly eventSearch: EventSearch
  readonly eventExports: EventExports
  readonly rules: RuleBook
  readonly ruleTrial: RuleTrial
  readonly deviceNotices: DeviceNotices
  readonly plates: Plates
  /** Signed links to objects. */
  readonly objectLinks: ObjectLinks
}

interface Parts {
  db: Db
  now: Now
  log: FastifyBaseLogger
  sweeper: Sweeper
  rights: Rights
  push: PushHub
  webPush: WebPush
  mail: Mail
  recipients: Recipients
  quotas: Quotas
  objects: ObjectStore
  dataFolder: string
  licences: Licences
}

/** Builds them, and has old events forgotten from now on. */
export function createEventServices(parts: Parts): EventServices {
  const { db, now } = parts
  const objectLinks = new ObjectLinks(db, now)
  const rules = new RuleBook(db)
  const deviceNotices = new DeviceNotices(db)
  const mail = new AlarmMail({ ...parts, notices: deviceNotices })
  const alarms = new Alarms({ ...parts, rules, mail, links: objectLinks })
  const askStanding = standingOf(db, parts.licences)
  const engine = new RuleEngine({ db, rules, alarms })
  const eventSearch = new EventSearch(db)
  sweepEvents(parts, askStanding)
  return {
    alarms,
    events: new Events({ ...parts, engine, askStanding }),
    eventSearch,
    eventExports: new EventExports(parts),
    rules,
    ruleTrial: new RuleTrial({ db, now, search: eventSearch }),
    deviceNotices,
    plates: new Plates(db),
    objectLinks,
  }
}
