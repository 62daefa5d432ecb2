import { deviceBind } from '#contract/calls/device/device-bind.ts'
import { deviceUnbind } from '#contract/calls/device/device-unbind.ts'
import { alarmUpdateReadStatus } from '#contract/calls/event/alarm-update-read-status.ts'
import { eventRuleAddOrEdit } from '#contract/calls/event/event-rule-add-or-edit.ts'
import { eventRuleDelete } from '#contract/calls/event/event-rule-delete.ts'
import type { InputOf } from '#contract/define-call.ts'
import { GATEWAY_PATH } from '#contract/device-gateway.ts'
import { deviceTypes } from '#contract/enums.ts'
import type { ObjectBox } from '#contract/object-box.ts'
import { always } from '#contract/weekly-schedule.ts'
import { DeviceAgent } from '#device/agent/device-agent.ts'
import { channel } from '#tests/support/service.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import type { Stack } from '#tests/support/stack.ts'
import { expect } from './test.ts'

type Told = Parameters<DeviceAgent['report']>[0]

const SITE = 'harbor-gate'
/** Each raises one alarm in ten seconds at most. */
const CAMERAS = [0, 1, 2, 3]

/** A recorder of the test's own, on which each motion is an alarm and nothing else is. */
export class WatchedCamera {
  readonly #stack: Stack
  readonly #client: ServiceClient
  readonly #agent: DeviceAgent
  readonly #sn: string
  readonly #ruleId: string

  private constructor(parts: { stack: Stack; client: ServiceClient; agent: DeviceAgent; sn: string; ruleId: string }) {
    this.#stack = parts.stack
    this.#client = parts.client
    this.#agent = parts.agent
    this.#sn = parts.sn
    this.#ruleId = parts.ruleId
  }

  /** Nothing is unread when it is there. `rule`: what its rule has otherwise than others. */
  static async connect(stack: Stack, rule: Partial<InputOf<typeof eventRuleAddOrEdit>> = {}): Promise<WatchedCamera> {
    const url = `http://127.0.0.1:${stack.port}`
    const client = await new ServiceClient(url).signIn(stack.user())
    const sn = `WATCH${Math.floor(Math.random() * 1e9)}`
    const agent = new DeviceAgent({
      url: url.replace('http', 'ws') + GATEWAY_PATH,
      description: { sn, devType: deviceTypes.nvr, name: 'Watched', model: 'T-1', version: '1.0' },
      securityCode: 'WATCHCODE1',
      channels: CAMERAS.map((chlIndex) => channel(chlIndex, { name: nameOf(sn, chlIndex) })),
      source: { open: () => ({ close: () => {} }) },
      commands: {},
      log: () => {},
    })
    agent.start()
    await agent.firstAttempt
    await client.call(deviceBind, { sn, securityCode: 'WATCHCODE1', siteId: SITE })
    const { ruleId } = await client.call(eventRuleAddOrEdit, {
      name: `Motion of ${sn}`,
      isEnabled: true,
      scope: { siteIds: [], channels: CAMERAS.map((chlIndex) => ({ sn, chlIndex })) },
      trigger: { kind: 'general', eventKinds: ['motion'] },
      schedule: always,
      alertIntervalS: 10,
      emails: [],
      ...rule,
    })
    await client.call(alarmUpdateReadStatus, { alarmIds: 'all' })
    return new WatchedCamera({ stack, client, agent, sn, ruleId })
  }

  /** The name of a camera, which no other device has. */
  nameOf(chlIndex: number): string {
    return nameOf(this.#sn, chlIndex)
  }

  /** Something moves in front of a camera, by its index; `snapshot` is the JPEG that it takes of it, `box` where it is in there. */
  see(chlIndex: number, snapshot?: Buffer, box?: ObjectBox): void {
    const picture = snapshot && { snapshot: snapshot.toString('base64') }
    this.tell(chlIndex, { event: 'motion', ...picture, ...(box && { box }) })
  }

  /** A camera tells of something else, which raises an alarm where the rule asks for it. */
  tell(chlIndex: number, seen: Pick<Told, 'event'> & Partial<Told>): void {
    this.#agent.report({ chlIndex, atMs: this.#stack.nowMs, attributes: {}, ...seen })
  }

  async close(): Promise<void> {
    await this.#client.call(eventRuleDelete, { ruleId: this.#ruleId })
    await this.#client.call(deviceUnbind, { sn: this.#sn })
    await this.#agent.stop()
    expect((await this.#client.call(alarmUpdateReadStatus, { alarmIds: 'all' })).unread.count).toBe(0)
  }
}

function nameOf(sn: string, chlIndex: number): string {
  return `${sn} camera ${chlIndex}`
}
