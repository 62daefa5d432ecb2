import { describe, expect, test } from 'vitest'
import { deviceStatuses } from '#contract/enums.ts'
import { archiveStatuses, archiveTransitions } from '#contract/states/archive.ts'
import { cloudStorageStatuses, cloudStorageTransitions } from '#contract/states/cloud-storage.ts'
import { changeLineState, changeLineTransitions, manyChangeState, manyChangeTransitions } from '#contract/states/many-changes.ts'
import {
  deviceActivity,
  deviceActivityTransitions,
  deviceBindingTransitions,
  deviceStatusTransitions,
  networkTrialState,
  networkTrialTransitions,
} from '#contract/states/device.ts'
import { downloadTaskStatus, downloadTaskTransitions } from '#contract/states/download-task.ts'
import { licenceStatuses, licenceTransitions } from '#contract/states/licence.ts'
import { mfaStatuses, mfaTransitions } from '#contract/states/mfa.ts'
import { orderStatuses, orderTransitions } from '#contract/states/order.ts'
import { paymentState, paymentTransitions } from '#contract/states/payment.ts'
import { remoteAccessStatuses, remoteAccessTransitions } from '#contract/states/remote-access.ts'
import type { Transitions } from '#contract/states/state-machine.ts'
import { userStatuses, userTransitions } from '#contract/states/user.ts'
import { CallFault } from '#server/calls/call-fault.ts'
import { changeState } from '#server/runtime/state-change.ts'

interface Machine {
  states: Readonly<Record<string, number | string>>
  table: Transitions<number | string>
  /** What may follow each state, by name; all else is error 6000. */
  legal: Readonly<Record<string, string>>
}

/** The transitions of the specification's section 4, written down here a second time. */
const machines: Readonly<Record<string, Machine>> = {
  user: {
    states: userStatuses,
    table: userTransitions,
    legal: { unactivated: 'activated', activated: 'frozen', frozen: 'activated' },
  },
  licence: {
    states: licenceStatuses,
    table: licenceTransitions,
    legal: {
      toBeUsed: 'using terminated notEffective',
      using: 'expiring expired terminated notEffective',
      expiring: 'expired terminated notEffective',
      expired: '',
      terminated: '',
      notEffective: 'toBeUsedAgain terminated',
      toBeUsedAgain: 'using terminated notEffective',
    },
  },
  'cloud storage': {
    states: cloudStorageStatuses,
    table: cloudStorageTransitions,
    legal: {
      toBeUsed: 'using terminated notEffective',
      using: 'expiring expired terminated notEffective exception',
      expiring: 'expired terminated notEffective exception',
      expired: '',
      terminated: '',
      notEffective: 'toBeUsedAgain terminated',
      toBeUsedAgain: 'using terminated notEffective',
      notActivated: 'toBeUsed using',
      exception: 'using expiring expired terminated notEffective',
    },
  },
  order: {
    states: orderStatuses,
    table: orderTransitions,
    legal: {
      toBePaid: 'paid toBeUsed exception cancelled',
      paid: 'chargeback returned',
      toBeUsed: 'paid chargeback returned',
      exception: 'returned chargeback',
      cancelled: 'exception',
      chargeback: 'paid toBeUsed exception',
      returned: '',
      onTrial: '',
    },
  },
  payment: {
    states: paymentState.def.entries,
    table: paymentTransitions,
    legal: {
      open: 'succeeded closed',
      closed: 'succeeded',
      succeeded: 'disputed refunded',
      disputed: 'succeeded lost',
      lost: '',
      refunded: '',
    },
  },
  'second step': { states: mfaStatuses, table: mfaTransitions, legal: { pending: 'active', active: '' } },
  "installer's request": {
    states: remoteAccessStatuses,
    table: remoteAccessTransitions,
    legal: { pending: 'accepted refused', accepted: 'terminated expired', refused: '', terminated: '', expired: '' },
  },
  archive: {
    states: archiveStatuses,
    table: archiveTransitions,
    legal: {
      preparing: 'processing cancelled',
      processing: 'success fail cancelled preparing',
      success: '',
      cancelled: 'preparing',
      fail: 'preparing',
    },
  },
  'download task': {
    states: downloadTaskStatus.def.entries,
    table: downloadTaskTransitions,
    legal: {
      prepare: 'continue startFailed',
      continue: 'pause finish startFailed',
      pause: 'continue',
      finish: '',
      startFailed: 'continue',
    },
  },
  device: {
    states: deviceStatuses,
    table: deviceStatusTransitions,
    legal: { unknown: 'online offline', online: 'offline', offline: 'online' },
  },
  'binding of a device': {
    states: { unbound: 'unbound', bound: 'bound' },
    table: deviceBindingTransitions,
    legal: { unbound: 'bound', bound: 'unbound' },
  },
  'work of a device': {
    states: deviceActivity.def.entries,
    table: deviceActivityTransitions,
    legal: {
      idle: 'rebooting upgrading log-collecting network-trying',
      rebooting: 'idle',
      upgrading: 'rebooting idle',
      'log-collecting': 'log-uploading idle',
      'log-uploading': 'idle',
      'network-trying': 'idle',
    },
  },
  'a change of many devices': {
    states: manyChangeState.def.entries,
    table: manyChangeTransitions,
    legal: { running: 'called-off ended', 'called-off': 'running', ended: 'running' },
  },
  'one device of a change': {
    states: changeLineState.def.entries,
    table: changeLineTransitions,
    legal: { waiting: 'running called-off', running: 'done failed', done: '', failed: 'waiting', 'called-off': 'waiting' },
  },
  'network settings that a device tries': {
    states: networkTrialState.def.entries,
    table: networkTrialTransitions,
    legal: { trying: 'kept taken-back lost', kept: '', 'taken-back': '', lost: 'kept taken-back' },
  },
}

describe.each(Object.entries(machines))('%s', (_name, { states, table, legal }) => {
  const names = Object.keys(states)
  const pairs = names.flatMap((from) => names.map((to) => [from, to] as const))

  test.each(pairs)('%s → %s is as the specification has it', (from, to) => {
    const change = () => changeState(table, states[from] ?? '', states[to] ?? '')
    if ((legal[from] ?? '').split(' ').includes(to)) expect(change()).toBe(states[to])
    else expect(change).toThrow(expect.objectContaining({ code: 6000 }) as CallFault)
  })
})
