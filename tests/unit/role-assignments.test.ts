import { describe, expect, it } from 'vitest'
import {
  assignmentsOf,
  exceptionsOn,
  isSameAssignment,
  roleOfAll,
  toFields,
  withChannel,
  withSite,
} from '#src/features/users/assignments.ts'

const channel = (sn: string, chlIndex: number) => ({ sn, chlIndex, channelName: sn, deviceName: sn, isOpen: true })
const gate = { siteId: 'gate', siteName: 'Gate', channels: [channel('CAM001', 0), channel('CAM001', 1)] }
const shop = { siteId: 'shop', siteName: 'Shop', channels: [channel('CAM002', 0)] }
const detail = {
  sites: [{ siteId: 'gate', role: 'live-only' as const }],
  channels: [{ sn: 'CAM001', chlIndex: 1, role: 'site-operator' as const }],
}

describe('roles on sites and cameras', () => {
  it('are sent as they were given', () => {
    expect(toFields(assignmentsOf(detail))).toEqual(detail)
  })

  it('leave with their site, those of its cameras too', () => {
    const both = withSite(withChannel(assignmentsOf(detail), 'CAM002 0', 'live-only'), shop, 'site-operator')
    expect(toFields(withSite(both, gate, undefined))).toEqual({
      sites: [{ siteId: 'shop', role: 'site-operator' }],
      channels: [{ sn: 'CAM002', chlIndex: 0, role: 'live-only' }],
    })
  })

  it('of a camera stay when the role of its site changes, and follow it again when taken away', () => {
    const changed = withSite(assignmentsOf(detail), gate, 'no-authority')
    expect(exceptionsOn(changed, gate)).toBe(1)
    expect(exceptionsOn(withChannel(changed, 'CAM001 1', undefined), gate)).toBe(0)
  })

  it('of all sites are one, none or different', () => {
    const given = assignmentsOf(detail)
    expect(roleOfAll(given, [gate])).toBe('live-only')
    expect(roleOfAll(given, [shop])).toBeUndefined()
    expect(roleOfAll(given, [gate, shop])).toBe('mixed')
  })

  it('are the same again when a change was undone', () => {
    const given = assignmentsOf(detail)
    const changed = withChannel(given, 'CAM001 0', 'live-only')
    expect(isSameAssignment(given, changed)).toBe(false)
    expect(isSameAssignment(given, withChannel(changed, 'CAM001 0', undefined))).toBe(true)
  })
})
