import { shareDurations } from '#contract/archives.ts'
import { orderTypes, TERMS_VERSION, payTypes } from '#contract/payment.ts'
import type { CallName } from '#contract/registry.ts'
import { always } from '#contract/weekly-schedule.ts'

type Identifiers = Readonly<Record<string, string>>
/** `asked`: identifiers of whose object is asked for. `own`: what else the question needs. `nowMs`: about when everything happened. */
type Fitting = (asked: Identifiers, own: Identifiers, nowMs: number) => unknown

const page = { pageNum: 1, pageSize: 10 }
const around = (nowMs: number) => ({ fromMs: nowMs - 60_000, toMs: nowMs + 60_000 })
const first = (sn: string | undefined) => [{ sn, chlIndex: 0 }]
const ofOne = ({ siteIds }: Identifiers) => ({ siteIds: [siteIds] })

/** Questions by call and the field that names the object, where the plainest one does not get as far as the object. */
export const fittingInputs: Partial<Record<CallName, Readonly<Record<string, Fitting>>>> = {
  siteChannelList: { siteIds: ofOne },
  siteDeviceChl: { siteIds: ofOne },
  channelNum: { siteIds: ofOne },
  cloudStorageChlOrderQuery: { siteIds: ofOne },
  deviceList: { siteIds: (asked) => ({ ...ofOne(asked), order: 'name', isDescending: false, limit: 10 }) },
  channelPage: {
    siteId: ({ siteId }) => ({ ...page, siteId }),
    sn: ({ sn }) => ({ ...page, sn }),
  },
  userConfigsPut: {
    sn: ({ stationSn }) => ({ configName: 'Screen', configType: 'vs_screen', configValue: { sn: stationSn, voId: 1, dpi: '1920x1080' } }),
    configId: ({ configId }) => {
      const configValue = { splitNum: 1, isDefault: false, playChlList: [] }
      return { configId, configName: 'Renamed', configType: 'layout', configValue }
    },
  },
  stationRevoke: { sn: ({ stationSn }) => ({ sn: stationSn }) },
  stationTroubles: { sn: ({ stationSn }) => ({ sn: stationSn }) },
  stationOrder: { sn: ({ stationSn }) => ({ sn: stationSn, voId: 1, order: { kind: 'reload' } }) },
  stationScreenSet: { sn: ({ stationSn }) => ({ sn: stationSn, voId: 1, dpi: '1920x1080' }) },
  stationFrontSet: {
    sn: ({ stationSn }) => ({ sn: stationSn, voId: 1, front: null }),
    siteIds: ({ siteIds }, { stationSn }) => ({
      sn: stationSn,
      voId: 1,
      front: { scope: { siteIds: [siteIds], channels: [] }, lastsS: 20 },
    }),
  },
  stationRemoteGet: { sn: ({ stationSn }) => ({ sn: stationSn, voId: 1 }) },
  stationRemoteDo: {
    sn: ({ stationSn }) => ({ sn: stationSn, voId: 1, command: { kind: 'schedule' } }),
    configId: ({ configId }, { stationSn }) => ({
      sn: stationSn,
      voId: 1,
      command: { kind: 'show', wish: { kind: 'layout', configId } },
    }),
  },
  stationShow: {
    sn: ({ stationSn }) => ({ sn: stationSn, voId: 1, wish: { kind: 'clock' } }),
    configId: ({ configId }, { stationSn }) => ({ sn: stationSn, voId: 1, wish: { kind: 'layout', configId } }),
  },
  stationScheduleSet: {
    sn: ({ stationSn }) => ({ sn: stationSn, voId: 1, turns: [] }),
    configId: ({ configId }, { stationSn }) => ({
      sn: stationSn,
      voId: 1,
      turns: [{ spans: [{ day: 1, fromMinute: 0, toMinute: 60 }], wish: { kind: 'layout', configId } }],
    }),
  },
  // A code is only looked for where site and station are one's own.
  stationPair: {
    sn: ({ stationSn }, { siteId }) => ({ pairingCode: 'ABCD-2345', name: 'Screen', siteId, sn: stationSn }),
    siteId: ({ siteId }) => ({ pairingCode: 'ABCD-2345', name: 'Screen', siteId }),
  },
  alarmSearchList: {
    siteIds: (asked) => ({ ...page, ...ofOne(asked) }),
    sn: ({ sn }) => ({ ...page, channels: first(sn) }),
    ruleIds: ({ ruleIds }) => ({ ...page, ruleIds: [ruleIds] }),
  },
  alarmHandle: {
    alarmId: ({ alarmId }) => ({ alarms: [{ alarmId, version: 0 }], change: { state: 'acknowledged' } }),
  },
  alarmUpdateReadStatus: { alarmIds: ({ alarmIds }) => ({ alarmIds: [alarmIds] }) },
  eventSearchList: {
    siteIds: (asked, _own, nowMs) => ({ ...around(nowMs), ...ofOne(asked), pageSize: 20 }),
    sn: ({ sn }, _own, nowMs) => ({ ...around(nowMs), channels: first(sn), pageSize: 20 }),
  },
  eventExport: {
    siteIds: (asked, _own, nowMs) => ({ ...around(nowMs), ...ofOne(asked), format: 'csv', language: 'en-US' }),
    sn: ({ sn }, _own, nowMs) => ({ ...around(nowMs), channels: first(sn), format: 'csv', language: 'en-US' }),
  },
  eventRuleAddOrEdit: {
    groupIds: ({ groupIds }, { siteId }) => {
      const condition = { eventKind: 'plate', plateGroups: { groupIds: [groupIds], isListed: true } }
      const scope = { siteIds: [siteId], channels: [] }
      const rest = { schedule: always, alertIntervalS: 10, emails: [] }
      return { name: 'New rule', isEnabled: true, scope, trigger: { kind: 'ai', condition }, ...rest }
    },
  },
  eventRuleTry: {
    groupIds: ({ groupIds }, { siteId }) => {
      const condition = { eventKind: 'plate', plateGroups: { groupIds: [groupIds], isListed: true } }
      const scope = { siteIds: [siteId], channels: [] }
      return { scope, trigger: { kind: 'ai', condition }, schedule: always, alertIntervalS: 10 }
    },
  },
  bridgeCameraRemove: { sn: ({ sn }, own) => ({ sn, cameraSn: own['sn'] }) },
  plateList: { groupId: ({ groupId }) => ({ ...page, groupId }) },
  siteUserAssign: { userId: ({ personId }, { siteId }) => ({ siteId, users: [{ userId: personId, role: 'live-only' }] }) },
  licenseOrderInsertPayOrder: {
    sns: ({ sns }) => ({ purchase: { kind: 'trial', sns: [sns] }, amountCents: 0, acceptedTerms: TERMS_VERSION }),
  },
  buyCheck: {
    sn: ({ sn }) => ({ orderType: orderTypes.cloudStorage, purchase: { kind: 'buy', goodsId: 'event-7', cycle: 1, channels: first(sn) } }),
  },
  cloudStorageRenewalEdit: { sn: ({ sn }) => ({ channels: first(sn), autoRenew: false }) },
  cloudStorageChlEdit: { sn: ({ sn }) => ({ channels: first(sn), triggers: ['motion'] }) },
  vasInstCheck: { sn: ({ sn }) => ({ orderType: orderTypes.cloudStorage, channels: first(sn) }) },
  licenseOrderInsertPay: { orderId: ({ orderId }) => ({ orderId, payType: payTypes.card }) },
  archivesShare: {
    archiveId: ({ archiveId }) => ({ archiveId, emails: [], durationMinutes: shareDurations.hours2 }),
    moreArchiveIds: ({ moreArchiveIds }, { archiveId }) => ({
      archiveId,
      moreArchiveIds: [moreArchiveIds],
      emails: [],
      durationMinutes: shareDurations.hours2,
    }),
  },
  archivesList: {
    siteIds: (asked) => ({ pageNum: 1, status: 100, ...ofOne(asked) }),
    sn: ({ sn }) => ({ pageNum: 1, status: 100, cameras: first(sn) }),
  },
  userInviteUpdate: {
    siteId: ({ siteId }, { personId }) => ({ userId: personId, sites: [{ siteId, role: 'live-only' }] }),
    sn: ({ sn }, { personId }) => ({ userId: personId, channels: [{ sn, chlIndex: 0, role: 'live-only' }] }),
  },
  userInvite: {
    sn: ({ sn }) => {
      const channels = [{ sn, chlIndex: 0, role: 'live-only' }]
      return { kind: 'user', email: 'new@harbor.example', alias: 'New', role: 'live-only', sites: [], channels }
    },
  },
  opLogsList: { userId: ({ personId }, _own, nowMs) => ({ ...page, fromMs: nowMs - 60_000, untilMs: nowMs + 60_000, userId: personId }) },
  cloudStoragePurchase: {
    sn: ({ sn }) => {
      const purchase = { kind: 'buy', goodsId: 'event-7', cycle: 1, channels: first(sn) }
      return { purchase, amountCents: 299, acceptedTerms: TERMS_VERSION }
    },
    sns: ({ sns }) => ({ purchase: { kind: 'trial', sns: [sns] }, amountCents: 0, acceptedTerms: TERMS_VERSION }),
  },
}
