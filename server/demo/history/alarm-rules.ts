import type { AlarmRule } from '#contract/calls/event/alarm-rule.ts'
import { always, type WeeklySchedule } from '#contract/weekly-schedule.ts'
import { DAY_MS } from '#shared/time/day.ts'
import { organization } from '../organization.ts'

const sites = { gate: 'harbor-gate', shop: 'harbor-shop', warehouse: 'harbor-warehouse' }
const everywhere = { siteIds: Object.values(sites), channels: [] }
const at = (...siteIds: string[]) => ({ siteIds, channels: [] })
const hour = (hours: number) => hours * 60

/** Every night from ten to five. */
const nights: WeeklySchedule = Array.from({ length: 7 }, (_, day) => [
  { day, fromMinute: 0, toMinute: hour(5) },
  { day, fromMinute: hour(22), toMinute: hour(24) },
]).flat()
/** Nights, and the whole of Sunday. */
const closed: WeeklySchedule = [...nights.filter(({ day }) => day !== 0), { day: 0, fromMinute: 0, toMinute: hour(24) }]

const emails = { desk: 'control-room@harbor-logistics.example', security: 'security@harbor-logistics.example' }

/** Whom alarms can be sent to. */
export const contacts = [
  { name: 'Control room', email: emails.desk, phone: '+31 10 555 0112' },
  { name: 'Night security', email: emails.security, phone: '+31 10 555 0119' },
  { name: 'Facility manager', email: 'facility@harbor-logistics.example', phone: '+31 13 555 0140' },
  { name: 'Shop manager', email: 'shop@harbor-logistics.example', phone: '+31 10 555 0151' },
  { name: 'Alarm receiving centre', email: 'desk@meldkamer-zuid.example', phone: '+31 76 555 0100' },
].map((contact, index) => ({ id: `demo-contact-${index + 1}`, organization_id: organization.id, ...contact }))

/** An administrator has named them all. */
export const namersOfRecipients = contacts.map(({ organization_id, email }) => ({ organization_id, email, user_id: 'harbor-admin' }))

/** They have all agreed to that. */
export const confirmedRecipients = (nowMs: number) =>
  contacts.map(({ organization_id, email }) => ({
    organization_id,
    email,
    token_sha256: '',
    asked_at_ms: nowMs - DAY_MS,
    confirmed_at_ms: nowMs - DAY_MS,
  }))

/** Alarm rules of all four kinds. */
export const rules: readonly AlarmRule[] = [
  {
    ruleId: 'demo-rule-motion',
    name: 'Motion after closing',
    isEnabled: true,
    scope: at(sites.shop),
    trigger: { kind: 'general', eventKinds: ['motion', 'person'] },
    schedule: closed,
    alertIntervalS: 300,
    emails: [emails.security],
    announce: 'none',
    isUrgent: false,
  },
  {
    ruleId: 'demo-rule-health',
    name: 'Cameras and recorders',
    isEnabled: true,
    scope: everywhere,
    trigger: { kind: 'device-health', healthKinds: ['device-offline', 'channel-offline'] },
    schedule: always,
    alertIntervalS: 60,
    emails: [emails.desk],
    announce: 'none',
    isUrgent: false,
  },
  {
    ruleId: 'demo-rule-unknown',
    name: 'Unknown vehicle at night',
    isEnabled: true,
    scope: at(sites.gate, sites.warehouse),
    trigger: {
      kind: 'ai',
      condition: {
        eventKind: 'plate',
        plateGroups: { groupIds: ['demo-plates-staff', 'demo-plates-suppliers', 'demo-plates-fleet'], isListed: false },
      },
    },
    schedule: nights,
    alertIntervalS: 60,
    emails: [emails.desk, emails.security],
    announce: 'none',
    isUrgent: false,
  },
  {
    ruleId: 'demo-rule-watched',
    name: 'Watch list',
    isEnabled: true,
    scope: at(sites.gate),
    trigger: { kind: 'ai', condition: { eventKind: 'plate', plateGroups: { groupIds: ['demo-plates-watched'], isListed: true } } },
    schedule: always,
    alertIntervalS: 30,
    emails: [emails.desk],
    announce: 'none',
    isUrgent: false,
  },
  {
    ruleId: 'demo-rule-child',
    name: 'Child alone at the tills',
    isEnabled: false,
    scope: at(sites.shop),
    trigger: { kind: 'ai', condition: { eventKind: 'person', attributes: { age: ['child'] } } },
    schedule: always,
    alertIntervalS: 300,
    emails: [],
    announce: 'sound',
    isUrgent: true,
  },
  {
    ruleId: 'demo-rule-loading',
    name: 'Forklift and person on Sundays',
    isEnabled: true,
    scope: at(sites.warehouse),
    trigger: {
      kind: 'combination',
      conditions: [{ eventKind: 'vehicle', attributes: { vehicleType: ['forklift'] } }, { eventKind: 'person' }],
      withinS: 300,
    },
    schedule: closed.filter(({ day }) => day === 0 || day === 6),
    alertIntervalS: 300,
    emails: [emails.security],
    announce: 'none',
    isUrgent: false,
  },
]
