import type { Role } from '#contract/access.ts'
import { archivesCreate } from '#contract/calls/archive/archives-create.ts'
import { layoutValue } from '#contract/calls/config/layout-value.ts'
import { userConfigsPut } from '#contract/calls/config/user-configs-put.ts'
import { contactAdd } from '#contract/calls/contact/contact-add.ts'
import { configDeviceSet } from '#contract/calls/device/config-device-set.ts'
import { deviceEdit } from '#contract/calls/device/device-edit.ts'
import { alarmUpdateReadStatus } from '#contract/calls/event/alarm-update-read-status.ts'
import { eventRuleAddOrEdit } from '#contract/calls/event/event-rule-add-or-edit.ts'
import { opLogsPut } from '#contract/calls/log/op-logs-put.ts'
import { plateAdd } from '#contract/calls/vehicle/plate-add.ts'
import { codeOf } from '#contract/errors.ts'
import { remoteAccessStatuses } from '#contract/states/remote-access.ts'
import { userStatuses } from '#contract/states/user.ts'
import { DAY_MS } from '#shared/time/day.ts'
import { randomSecret, sha256 } from '../../runtime/secrets.ts'
import { hashPassword } from '../../access/password-hashes.ts'
import { organization, users } from '../organization.ts'
import type { PastChannel } from './past-events.ts'
import type { Seeded } from './seeded.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const OPERATIONS = 160

const of = { organization_id: organization.id }
const asUsual = { language: 'en-US' as const, theme: 'system' as const }

/** People who cannot sign in: one who left, one who has not followed the invitation yet, and the installer. */
export async function pastPeople(nowMs: number, draw: Seeded) {
  // Passwords that nobody knows.
  const password_hash = await hashPassword(randomSecret())
  const person = (id: string, alias: string, email: string, role: Role) => ({
    id,
    ...of,
    login_name: email,
    email,
    alias,
    phone: '',
    role,
    password_hash,
    ...asUsual,
  })
  const invited = person('harbor-invited', 'Sofie Mulder', 'sofie.mulder@harbor-logistics.example', 'site-operator')
  const invitedMs = nowMs - 2 * DAY_MS - 3 * HOUR_MS
  const installer = {
    id: 'demo-installer',
    ...of,
    user_id: 'harbor-installer',
    company_name: 'Delta Security Systems',
    contact: 'Ruben Hendriks',
    email: 'service@delta-security.example',
    phone: '+31 10 555 0190',
    language: asUsual.language,
    key_sha256: sha256(randomSecret()),
    bound_at_ms: nowMs - 400 * DAY_MS,
  }
  const access = (reason: string, daysAgo: number, minutes: number, status: 0 | 2 | 3 | 4) => ({
    id: draw.id(),
    ...of,
    installer_id: installer.id,
    reason,
    asked_minutes: minutes,
    granted_minutes: status === remoteAccessStatuses.terminated || status === remoteAccessStatuses.expired ? minutes : null,
    status,
    secret_sha256: null,
    created_at_ms: nowMs - daysAgo * DAY_MS,
    until_ms:
      status === remoteAccessStatuses.terminated || status === remoteAccessStatuses.expired
        ? nowMs - daysAgo * DAY_MS + minutes * MINUTE_MS
        : null,
  })
  return {
    users: [
      { ...invited, status: userStatuses.unactivated, is_installer: 0 },
      {
        ...person('harbor-left', 'Kees Vos', 'kees.vos@harbor-logistics.example', 'site-operator'),
        status: userStatuses.frozen,
        is_installer: 0,
      },
      {
        ...person('harbor-installer', installer.contact, '', 'no-authority'),
        login_name: `installer ${installer.id}`,
        status: userStatuses.activated,
        is_installer: 1,
      },
    ],
    roles: ['harbor-invited', 'harbor-left'].map((user_id) => ({ user_id, site_id: 'harbor-shop', role: 'site-operator' as const })),
    invitation: {
      id: draw.id(),
      ...of,
      kind: 'user' as const,
      email: invited.email,
      user_id: invited.id,
      language: asUsual.language,
      secret_sha256: sha256(randomSecret()),
      created_at_ms: invitedMs,
      sent_at_ms: invitedMs,
      expires_at_ms: invitedMs + 7 * DAY_MS,
      used_at_ms: null,
    },
    installer,
    accesses: [
      access('Yard camera 2 shows a blurred picture, we would like to look at its settings.', 0.1, 120, remoteAccessStatuses.pending),
      access('Update of the recorders', 12, 600, remoteAccessStatuses.expired),
      access('Replace a disk in the warehouse recorder', 47, 1440, remoteAccessStatuses.terminated),
      access('Yearly maintenance', 190, 10080, remoteAccessStatuses.refused),
    ],
  }
}

interface Layout {
  userId: string
  name: string
  splitNum: 4 | 9 | 16
  isDefault?: boolean
  channels: string[]
}
const layouts: readonly Layout[] = [
  {
    userId: 'harbor-admin',
    name: 'Overview',
    splitNum: 9,
    isDefault: true,
    channels: [
      'Gate 1 – entry',
      'Gate 1 – exit',
      'Parking – north',
      'Shop – entrance',
      'Shop – tills',
      'Hall A – racks',
      'Hall B – forklifts',
      'Loading bay 1',
      'Yard – trucks',
    ],
  },
  {
    userId: 'harbor-admin',
    name: 'All gates',
    splitNum: 4,
    channels: ['Gate 1 – entry', 'Gate 1 – exit', 'Gate 2 – deliveries', 'Gate 3 – staff'],
  },
  {
    userId: 'harbor-admin',
    name: 'Warehouse',
    splitNum: 16,
    channels: [
      'Hall A – racks',
      'Hall A – picking',
      'Hall B – racks',
      'Hall B – forklifts',
      'Hall C – racks',
      'Hall C – packing',
      'Hall C – returns',
      'Hall D – pallets',
      'Hall D – sorting',
      'Loading bay 1',
      'Loading bay 2',
      'Loading bay 3',
      'Loading bay 4',
      'Yard – trucks',
      'Yard – fence north',
      'Yard – fence south',
    ],
  },
  {
    userId: 'harbor-manager',
    name: 'Shop day',
    splitNum: 9,
    isDefault: true,
    channels: [
      'Shop – entrance',
      'Shop – tills',
      'Shop – aisle 3',
      'Customer parking',
      'Window – displays',
      'Storeroom – counter',
      'Storeroom – back door',
    ],
  },
  {
    userId: 'harbor-operator',
    name: 'Night round',
    splitNum: 9,
    isDefault: true,
    channels: [
      'Gate 1 – entry',
      'Parking – north',
      'Parking – south',
      'Yard – fence north',
      'Yard – fence south',
      'Gate 3 – staff',
      'Loading bay 1',
      'Loading bay 2',
      'Yard – weighbridge',
    ],
  },
  {
    userId: 'harbor-guard',
    name: 'Gatehouse',
    splitNum: 4,
    isDefault: true,
    channels: ['Gate 1 – entry', 'Gate 1 – exit', 'Visitors – doorbell', 'Parking – visitors'],
  },
]

/** Layouts that people have saved. */
export function pastLayouts(channels: readonly PastChannel[], nowMs: number, draw: Seeded) {
  return layouts.map(({ userId, name, splitNum, isDefault = false, channels: names }, index) => {
    const playChlList = names.flatMap((wanted, winIndex) => {
      const place = channels.find((channel) => channel.place.source_name === wanted)?.place
      return place === undefined ? [] : [{ winIndex, sn: place.sn, chlIndex: place.chl_index }]
    })
    const value = layoutValue.parse({ splitNum, isDefault, playChlList })
    return {
      id: draw.id(),
      user_id: userId,
      config_type: 'layout',
      name,
      value_json: JSON.stringify(value),
      updated_at_ms: nowMs - (3 + 4 * index) * DAY_MS,
    }
  })
}

/** The audit trail of thirty days: who did what when, in working hours most of the time. */
export function pastOperations(channels: readonly PastChannel[], nowMs: number, draw: Seeded) {
  const admins = users.filter(({ role }) => role === 'administrator' || role === 'site-administrator')
  const everybody = users.filter(({ role }) => role !== 'no-authority')
  const kinds: { weight: number; value: { path: string; by: typeof users; input: () => object } }[] = [
    { weight: 40, value: { path: alarmUpdateReadStatus.path, by: everybody, input: () => ({ alarmIds: [draw.id()] }) } },
    {
      weight: 18,
      value: { path: userConfigsPut.path, by: everybody, input: () => ({ configType: 'layout', configName: draw.pick(layouts).name }) },
    },
    { weight: 14, value: { path: archivesCreate.path, by: everybody, input: () => ({ ...channelOf(), title: 'To be looked at' }) } },
    {
      weight: 12,
      value: {
        path: opLogsPut.path,
        by: everybody,
        input: () => ({ operateEnum: 'download-task-create', detail: draw.pick(channels).place.source_name }),
      },
    },
    {
      weight: 8,
      value: {
        path: deviceEdit.path,
        by: admins,
        input: () => ({ sn: draw.pick(channels).place.sn, name: draw.pick(channels).place.source_name }),
      },
    },
    {
      weight: 6,
      value: { path: configDeviceSet.path, by: admins, input: () => ({ sn: draw.pick(channels).place.sn, section: 'general' }) },
    },
    { weight: 5, value: { path: eventRuleAddOrEdit.path, by: admins, input: () => ({ name: 'Motion after closing' }) } },
    { weight: 4, value: { path: plateAdd.path, by: admins, input: () => ({ groupId: 'demo-plates-suppliers' }) } },
    { weight: 2, value: { path: contactAdd.path, by: admins, input: () => ({ name: 'Night security' }) } },
  ]
  return Array.from({ length: OPERATIONS }, () => {
    const { path, by, input } = draw.weighed(kinds)
    const midnightMs = nowMs - (nowMs % DAY_MS) - draw.below(30) * DAY_MS
    const atMs = midnightMs + draw.pick([6, 7, 8, 8, 9, 10, 12, 13, 13, 14, 15, 16, 21, 2]) * HOUR_MS + draw.below(HOUR_MS)
    const entry = { organization_id: organization.id, user_id: draw.pick(by).id, address: `10.20.4.${10 + draw.below(40)}`, path }
    return {
      id: draw.id(),
      at_ms: atMs < nowMs ? atMs : atMs - DAY_MS,
      ...entry,
      input_json: JSON.stringify(input()),
      code: draw.share() < 0.04 ? codeOf('device-offline') : 200,
    }
  })

  function channelOf() {
    const { sn, chl_index: chlIndex } = draw.pick(channels).place
    return { sn, chlIndex }
  }
}
