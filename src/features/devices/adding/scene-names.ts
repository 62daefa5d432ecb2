import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { siteScenes } from '#contract/site-scenes.ts'

/** What sites are for, but for those with a word of their own. */
export const sceneNames: Record<Exclude<(typeof siteScenes)[number], 'custom'>, MessageDescriptor> = {
  park: msg`Park`,
  store: msg`Store`,
  warehouse: msg`Warehouse`,
  factory: msg`Factory`,
  restaurant: msg`Restaurant`,
  hotel: msg`Hotel`,
  villa: msg`Villa`,
  'construction-site': msg`Construction site`,
}
