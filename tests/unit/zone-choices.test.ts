import { expect, test } from 'vitest'
import { zoneChoices } from '#src/features/sites/zone-choices.ts'

test('the zone that a site has can be seen in the list, though the browser does not name it', () => {
  expect(Intl.supportedValuesOf('timeZone')).not.toContain('Etc/GMT+5')
  const choices = zoneChoices('Etc/GMT+5', 'Europe/Amsterdam')
  expect(choices).toContain('Etc/GMT+5')
  expect(choices.filter((zone) => zone === 'Europe/Amsterdam')).toHaveLength(1)
  expect(choices).toEqual(choices.toSorted())
})
