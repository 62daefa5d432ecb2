import { expect, test } from 'vitest'
import { diskName, standingOf } from '#src/features/devices/settings/disk-words.ts'

test('two disks of one model are told apart by the names that system health calls them', () => {
  expect(diskName({ diskId: 'hdd-4', model: 'WD43PURZ' })).toBe('hdd-4 · WD43PURZ')
  expect(diskName({ diskId: 'hdd-4', model: '' })).toBe('hdd-4')
})

test('a worn disk is not shown in order, and one that does not work says so first', () => {
  expect(standingOf('normal', undefined)).toMatchObject({ dot: 'online', word: { message: 'In order' } })
  expect(standingOf('normal', 'good')).toMatchObject({ dot: 'online' })
  expect(standingOf('normal', 'warning')).toMatchObject({ dot: 'warning', word: { message: 'Has to be watched' } })
  expect(standingOf('normal', 'failing')).toMatchObject({ dot: 'alarm' })
  expect(standingOf('failed', 'warning')).toMatchObject({ dot: 'alarm', word: { message: 'Failed' } })
})
