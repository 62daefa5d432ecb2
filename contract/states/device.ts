import * as z from 'zod/mini'
import { deviceStatuses, type DeviceStatus } from '../enums.ts'
import type { Transitions } from './state-machine.ts'

/** Whether a device is connected (rule 4.6). What was once seen is never unknown again. */
export const deviceStatusTransitions: Transitions<DeviceStatus> = {
  [deviceStatuses.unknown]: [deviceStatuses.online, deviceStatuses.offline],
  [deviceStatuses.online]: [deviceStatuses.offline],
  [deviceStatuses.offline]: [deviceStatuses.online],
}

/** Whether a device belongs to an organization. From one to another it goes through unbound. */
export const deviceBindingTransitions: Transitions<'unbound' | 'bound'> = { unbound: ['bound'], bound: ['unbound'] }

/** What a device is busy with (rule 4.6). */
export const deviceActivity = z.enum(['idle', 'rebooting', 'upgrading', 'log-collecting', 'log-uploading', 'network-trying'])
export type DeviceActivity = z.output<typeof deviceActivity>

/** An upgraded device restarts; a collected log is uploaded. Any work may fail, and then the device is idle. */
export const deviceActivityTransitions: Transitions<DeviceActivity> = {
  idle: ['rebooting', 'upgrading', 'log-collecting', 'network-trying'],
  rebooting: ['idle'],
  upgrading: ['rebooting', 'idle'],
  'log-collecting': ['log-uploading', 'idle'],
  'log-uploading': ['idle'],
  'network-trying': ['idle'],
}

/**
 * What became of new network settings that a device tries (`network-try`): they are kept when the service reached the device with them, else the device takes
 * its old ones back. One that has come back with neither is lost, until it does.
 */
export const networkTrialState = z.enum(['trying', 'kept', 'taken-back', 'lost'])
export type NetworkTrialState = z.output<typeof networkTrialState>

export const networkTrialTransitions: Transitions<NetworkTrialState> = {
  trying: ['kept', 'taken-back', 'lost'],
  lost: ['kept', 'taken-back'],
  kept: [],
  'taken-back': [],
}

/** Whether what was set last has reached the device ("configuration status" of the specification). */
export const configStatus = z.enum(['unknown', 'applied', 'failed'])
export type ConfigStatus = z.output<typeof configStatus>
