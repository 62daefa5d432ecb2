import type * as z from 'zod/mini'
import { userConfigsDelete } from '#contract/calls/config/user-configs-delete.ts'
import { userConfigsList } from '#contract/calls/config/user-configs-list.ts'
import { userConfigsPut } from '#contract/calls/config/user-configs-put.ts'
import { deviceDetail } from '#contract/calls/device/device-detail.ts'
import { deviceEdit } from '#contract/calls/device/device-edit.ts'
import { deviceList } from '#contract/calls/device/device-list.ts'
import { siteEdit } from '#contract/calls/device/site-edit.ts'
import { siteListChoose } from '#contract/calls/device/site-list-choose.ts'
import { whenHandled } from '#contract/alarm-news.ts'
import { alarmDetail } from '#contract/calls/event/alarm-detail.ts'
import { alarmHandle } from '#contract/calls/event/alarm-handle.ts'
import { alarmSearchList } from '#contract/calls/event/alarm-search-list.ts'
import type { Alarm } from '#contract/calls/event/alarm.ts'
import { alarmUnreadCount } from '#contract/calls/event/alarm-unread-count.ts'
import { alarmUpdateReadStatus } from '#contract/calls/event/alarm-update-read-status.ts'
import { opLogsPut } from '#contract/calls/log/op-logs-put.ts'
import { profileGet } from '#contract/calls/user/profile-get.ts'
import { profileUpdate } from '#contract/calls/user/profile-update.ts'
import type { ObjectFields } from '#contract/core-api.ts'
import type { Call, OutputOf } from '#contract/define-call.ts'
import { codeOf } from '#contract/errors.ts'

/** The question that shows how the object of a change stands, and where in its answer. */
interface Look {
  call: Call
  input: unknown
  /** Undefined: the object is not there. */
  pick: (answer: unknown) => ObjectFields | undefined
}

/** How the outbox treats one call: what it changes, and how it looks in kept answers until it is sent. */
export interface OutboxRule {
  /** Changes of one object are sent in their order. */
  object: string
  /** What the change makes of the object; null when it deletes it. Absent where a change cannot meet another's. */
  mine?: ObjectFields | null
  look?: Look
  /** A refusal that says that it is as the person wants it already. */
  doneBy?: number
  /** What of a change that waited the service answered not to have done, as others were faster, and how it is now. */
  left?: (answer: unknown) => { input: unknown; now: ObjectFields } | undefined
  /** What is sent in the place of an earlier change of the object, which waits, and of this one. Absent where each is sent by itself. */
  together?: (earlier: unknown) => unknown
  /** Puts the change into kept answers. */
  show?: (call: Call, answer: unknown) => unknown
}

type RuleOf<C extends Call> = (input: z.output<C['input']>) => OutboxRule

/** Each rule is written against the types of its call; what is kept was parsed by the call's own schema. */
const rules = new Map<string, (input: unknown) => OutboxRule>()
function rule<C extends Call>(call: C, make: RuleOf<C>): void {
  rules.set(call.path, (input) => make(input as z.output<C['input']>))
}
function look<C extends Call>(call: C, input: unknown, pick: (answer: OutputOf<C>) => ObjectFields | undefined): Look {
  return { call, input, pick: (answer) => pick(answer as OutputOf<C>) }
}
/** Changes the kept answers of one call and lets those of others be. */
function showIn<C extends Call>(call: C, change: (answer: OutputOf<C>) => OutputOf<C>): NonNullable<OutboxRule['show']> {
  return (asked, answer) => (asked.path === call.path ? change(answer as OutputOf<C>) : answer)
}

/** The fields of an object as plain values; what is composed is compared and shown as JSON. */
function fieldsOf(value: object): ObjectFields {
  const plain = Object.entries(value).filter(([, one]) => one !== undefined)
  return Object.fromEntries(plain.map(([name, one]) => [name, typeof one === 'object' && one !== null ? JSON.stringify(one) : one]))
}

rule(userConfigsPut, (input) => {
  const { configId, configType, configName, configValue } = input
  const mine = fieldsOf({ configName, ...configValue })
  if (configId === undefined) return { object: `new ${configType} ${configName}` }
  return {
    object: `config ${configId}`,
    mine,
    look: look(userConfigsList, { configType }, ({ configs }) => {
      const config = configs.find((one) => one.configId === configId)
      return config && fieldsOf({ configName: config.configName, ...config.configValue })
    }),
    show: showIn(userConfigsList, ({ configs }) => ({
      configs: configs.map((one) => (one.configId === configId ? ({ ...one, configName, configValue } as typeof one) : one)),
    })),
  }
})

rule(userConfigsDelete, ({ configId }) => ({
  object: `config ${configId}`,
  mine: null,
  // Only layouts are deleted without saying of which type they are.
  look: look(userConfigsList, { configType: 'layout' }, ({ configs }) => {
    const config = configs.find((one) => one.configId === configId)
    return config && fieldsOf({ configName: config.configName, ...config.configValue })
  }),
  doneBy: codeOf('not-found'),
  show: showIn(userConfigsList, ({ configs }) => ({ configs: configs.filter((one) => one.configId !== configId) })),
}))

rule(profileUpdate, ({ choices, ...given }) => {
  const fields = fieldsOf(given)
  const show = showIn(profileGet, (person) => ({
    ...person,
    ...(fields as Partial<typeof person>),
    ...(choices !== undefined && { choices: { ...person.choices, ...choices } }),
  }))
  // How somebody has arranged the app meets nobody else's change: the newest of each holds, and an older one need not be sent any more.
  if (Object.keys(fields).length === 0) {
    const together = (earlier: unknown) => ({ choices: { ...profileUpdate.input.parse(earlier).choices, ...choices } })
    return { object: 'choices', together, show }
  }
  return {
    object: 'profile',
    mine: fields,
    look: look(profileGet, undefined, ({ alias, phone, language, theme }) => ({ alias, phone, language, theme })),
    show,
  }
})

rule(alarmUpdateReadStatus, ({ alarmIds }) => {
  const isMeant = (alarmId: string) => alarmIds === 'all' || alarmIds.includes(alarmId)
  const inList = showIn(alarmSearchList, (answer) => ({
    ...answer,
    alarms: answer.alarms.map((alarm) => (isMeant(alarm.alarmId) ? { ...alarm, isRead: true } : alarm)),
  }))
  const inCount = showIn(alarmUnreadCount, ({ count, latest }) => ({
    count: alarmIds === 'all' ? 0 : Math.max(0, count - alarmIds.length),
    latest: latest.filter((alarmId) => !isMeant(alarmId)),
  }))
  return { object: 'alarms', show: (call, answer) => inCount(call, inList(call, answer)) }
})

rule(alarmHandle, ({ alarms, change }) => {
  const versions = new Map(alarms.map(({ alarmId, version }) => [alarmId, version]))
  const handled = (alarm: Alarm) => (versions.get(alarm.alarmId) === alarm.handling.version ? whenHandled(alarm, change) : alarm)
  const inList = showIn(alarmSearchList, (answer) => ({ ...answer, alarms: answer.alarms.map(handled) }))
  const inDetail = showIn(alarmDetail, (answer) => ({ ...answer, alarm: handled(answer.alarm) }))
  const { state, note, assignee } = change
  const wanted = fieldsOf({ alarmState: state, note, assignee: assignee && (assignee.name ?? '') })
  const fieldsNow = ({ handling: { state, note, assignee, byName } }: Alarm) =>
    fieldsOf({ alarmState: state, note, assignee: assignee?.name ?? null, byName })
  // Colleagues who wanted the same have done it: there is nothing to decide.
  const isAsWanted = (now: ObjectFields) => Object.entries(wanted).every(([name, value]) => now[name] === value)
  return {
    object: alarms.length === 1 ? `alarm ${alarms[0]?.alarmId}` : 'alarms',
    mine: { ...wanted, byName: null },
    left: (answer) => {
      const { overtaken } = answer as OutputOf<typeof alarmHandle>
      const others = overtaken.filter((alarm) => !isAsWanted(fieldsNow(alarm)))
      const [first] = others
      if (first === undefined) return undefined
      const named = others.map(({ alarmId, handling: { version } }) => ({ alarmId, version }))
      return { input: { alarms: named, change }, now: fieldsNow(first) }
    },
    show: (call, answer) => inDetail(call, inList(call, answer)),
  }
})

rule(siteEdit, ({ siteId, site }) => ({
  object: `site ${siteId}`,
  mine: fieldsOf(site),
  look: look(siteListChoose, undefined, ({ sites }) => {
    const found = sites.find((one) => one.siteId === siteId)
    if (found === undefined) return undefined
    const { deviceTotal: _d, deviceOnline: _o, cameraTotal: _c, cameraOnline: _n, ...fields } = found
    return fieldsOf(fields)
  }),
  show: showIn(siteListChoose, ({ sites }) => ({ sites: sites.map((one) => (one.siteId === siteId ? { ...one, ...site } : one)) })),
}))

rule(deviceEdit, ({ sn, ...changes }) => {
  const rename = <D extends { sn: string; name: string }>(device: D): D =>
    device.sn === sn && changes.name !== undefined ? { ...device, name: changes.name } : device
  const inPage = showIn(deviceList, (answer) => ({ ...answer, devices: answer.devices.map(rename) }))
  const inDetail = showIn(deviceDetail, (answer) => ({ ...answer, device: rename(answer.device) }))
  return {
    object: `device ${sn}`,
    mine: fieldsOf(changes),
    look: look(deviceDetail, { sn }, ({ device: { name, siteId } }) => ({ name, siteId })),
    show: (call, answer) => inDetail(call, inPage(call, answer)),
  }
})

rule(opLogsPut, () => ({ object: 'log' }))

/** The rule for a change; `undefined` for a call that does not wait in the outbox. */
export function ruleFor(path: string, input: unknown): OutboxRule | undefined {
  return rules.get(path)?.(input)
}
