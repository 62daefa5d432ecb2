import { describe, expect, it } from 'vitest'
import { displayLanguages, networkSettings } from '#contract/device-settings.ts'
import { deviceStatuses } from '#contract/enums.ts'
import { deviceActivityTransitions, deviceBindingTransitions, deviceStatusTransitions } from '#contract/states/device.ts'
import { mayBecome, type Transitions } from '#contract/states/state-machine.ts'
import { timeZones } from '#contract/time-zones.ts'

/** States that can be reached from one, itself included. */
function reachable<State extends string | number>(table: Transitions<State>, from: State): Set<State> {
  const reached = new Set([from])
  for (const state of reached) for (const next of table[state]) reached.add(next)
  return reached
}

describe('states of a device', () => {
  it('lead back to idle from every work, and never from one work to another but as specified', () => {
    for (const activity of ['idle', 'rebooting', 'upgrading', 'log-collecting', 'log-uploading', 'network-trying'] as const) {
      expect(reachable(deviceActivityTransitions, activity)).toContain('idle')
    }
    expect(mayBecome(deviceActivityTransitions, 'upgrading', 'rebooting')).toBe(true)
    expect(mayBecome(deviceActivityTransitions, 'rebooting', 'upgrading')).toBe(false)
    expect(mayBecome(deviceActivityTransitions, 'idle', 'log-uploading')).toBe(false)
  })

  it('are never unknown again, and bound and unbound in turn', () => {
    const { unknown, online, offline } = deviceStatuses
    expect(reachable(deviceStatusTransitions, online)).toEqual(new Set([online, offline]))
    expect(reachable(deviceStatusTransitions, unknown)).toContain(offline)
    expect(mayBecome(deviceBindingTransitions, 'bound', 'bound')).toBe(false)
    expect(mayBecome(deviceBindingTransitions, 'bound', 'unbound')).toBe(true)
  })
})

describe('settings of a device', () => {
  it('know 21 languages that exist, and about 60 time zones from GMT-12 to GMT+13', () => {
    expect(new Set(displayLanguages).size).toBe(21)
    for (const language of displayLanguages) expect(Intl.getCanonicalLocales(language)).toEqual([language])
    const names = Object.keys(timeZones)
    expect(names.length).toBe(60)
    expect(names[0]).toMatch(/^GMT-12:00/)
    expect(names.at(-1)).toMatch(/^GMT\+13:00/)
  })

  it.each(Object.entries(timeZones))('say the offset that %s has in its winter', (name, zone) => {
    const offset = (month: number) =>
      new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
        .formatToParts(Date.UTC(2026, month, 1))
        .find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const said = name.split(' ')[0] ?? ''
    expect([offset(0), offset(6)].map((text) => (text === 'GMT' ? 'GMT+00:00' : text))).toContain(said)
  })

  it('take only networks whose gateway is reachable', () => {
    const isTaken = (change: object) =>
      networkSettings.safeParse({
        isDhcp: false,
        ip: '192.168.1.9',
        subnetMask: '255.255.255.0',
        gateway: '192.168.1.1',
        dns: '9.9.9.9',
        ...change,
      }).success
    expect(isTaken({})).toBe(true)
    expect(isTaken({ gateway: '192.168.2.1' })).toBe(false)
    expect(isTaken({ gateway: '192.168.2.1', subnetMask: '255.255.252.0' })).toBe(true)
    expect(isTaken({ subnetMask: '255.255.255.252', gateway: '192.168.1.10' })).toBe(true)
    for (const subnetMask of ['255.255.255.254', '255.255.255.255', '0.0.0.0', '255.0.255.0', '255.255.255']) {
      expect(isTaken({ subnetMask })).toBe(false)
    }
    for (const ip of ['256.1.1.1', '1.2.3', '01.2.3.4', '1.2.3.4.5', '']) expect(isTaken({ ip })).toBe(false)
  })
})
